import Explorer

ExplorerFixAddresses(CommandLine.unsafeArgv)
Command(CommandLine.arguments.dropFirst()).run()
