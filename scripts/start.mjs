// `npm start`: everything on one address. Only looks that Node is new enough, then hands over.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 22)) {
  console.error(`Butuh Node 22.22 atau lebih baru, yang ada ${process.version}. Jalankan dengan: npm start`)
  process.exit(1)
}
await import('./start/main.ts')
