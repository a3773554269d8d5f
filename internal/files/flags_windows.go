package files

const nonBlocking = 0
