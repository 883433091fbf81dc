// Makes the context of the image: the bundle, the packages beside it, the bill of materials and the licences. Nothing else of
// this repository gets in, and building the image from it runs no installer.
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from '../stack/shell.ts'
import { bundleRunner, COPIED } from './bundle.ts'
import { copyPackages, describePackages, type Package, withDependencies } from './packages.ts'
import { billOfMaterials, notices } from './papers.ts'

const sizeOf = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = entries
    .filter((one) => one.isFile())
    .map(async (one) => (await stat(join(one.parentPath, one.name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** @param out is emptied first. `bytes`: of all files in it. @throws Error when a package cannot be named or found */
export const makeContext = async (out: string): Promise<{ bytes: number; packages: Package[] }> => {
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  const stated = z
    .object({ name: z.string(), version: z.string() })
    .parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
  const product = { ...stated, version: process.env['PRODUCT_VERSION'] || stated.version }
  const bundled = await bundleRunner(join(out, 'runner'))
  const copied = await withDependencies(COPIED)
  await copyPackages(copied, out)
  const packages = await describePackages([...new Set([...bundled, ...copied])])
  // the runner reads its version from the folder above its own, in the image as in the repository
  await writeFile(
    join(out, 'package.json'),
    `${JSON.stringify({ ...product, type: 'module', private: true }, null, 2)}\n`,
  )
  await writeFile(join(out, 'sbom.cdx.json'), billOfMaterials(product, packages))
  await writeFile(join(out, 'THIRD-PARTY.txt'), await notices('this image', packages))
  return { bytes: await sizeOf(out), packages }
}
