// The file beside this one is part of the library, so it doesn't import it.
@_exported import Broadcaster
