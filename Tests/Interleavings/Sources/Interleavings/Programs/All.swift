let programs =
    explorerPrograms + rule1To5Programs + rule6And7Programs + rule8And9Programs + rule12Programs + mailboxPrograms
    + settledPrograms + streamPrograms + testingPrograms
