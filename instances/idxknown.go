package instances

// KnownFile is a file that a source has read.
type KnownFile struct {
	Path   string
	SHA256 string // as sha256sum prints it
	Known  string // what it is, if its content is that of a published file
}

// knownContent names published files by their SHA-256: MNIST unpacked (the
// archives of its mirrors differ), Fashion-MNIST as its authors publish it, packed.
var knownContent = map[string]string{
	"ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db": "MNIST, training images",
	"65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5": "MNIST, training labels",
	"0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7": "MNIST, test images",
	"ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2": "MNIST, test labels",
	"3aede38d61863908ad78613f6a32ed271626dd12800ba2636569512369268a84": "Fashion-MNIST, training images",
	"a04f17134ac03560a47e3764e11b92fc97de4d1bfaf8ba1a3aa29af54cc90845": "Fashion-MNIST, training labels",
	"346e55b948d973a97e58d2351dde16a484bd415d4595297633bb08f03db6a073": "Fashion-MNIST, test images",
	"67da17c76eaffca5446c3361aaab5c3cd6d1c2608764d35dfb1850b086bf8dd5": "Fashion-MNIST, test labels",
}
