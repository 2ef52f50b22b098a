let programs =
    explorerPrograms + rule1To3Programs + rule6And7Programs + rule8And9Programs + rule12Programs + mailboxPrograms
    + settledPrograms + streamPrograms + testingPrograms
