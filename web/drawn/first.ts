// The one script that a document waits for; the build makes one file of it.
import '../public/theme.js'
import './fill.ts'
