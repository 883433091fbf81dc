// The documents that go with the image: a bill of materials (CycloneDX 1.6, JSON) and the licences.
import { licenceTexts, type Package } from './packages.ts'

const purl = ({ name, version }: Package): string => `pkg:npm/${name.replace('@', '%40')}@${version}`
const sha512 = (integrity: string): string | null =>
  integrity.startsWith('sha512-') ? Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') : null
/** An SPDX expression such as `(MIT OR Apache-2.0)` is not an SPDX id. */
const licenseOf = (license: string): object =>
  /^[\w.+-]+$/.test(license) ? { license: { id: license } } : { expression: license }

/** The same packages give the same text, so two builds can be compared. */
export const billOfMaterials = (product: { name: string; version: string }, packages: readonly Package[]): string =>
  `${JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: {
        component: {
          type: 'application',
          'bom-ref': 'runner',
          name: `${product.name}-runner`,
          version: product.version,
        },
      },
      components: packages.map((one) => {
        const hash = one.integrity === null ? null : sha512(one.integrity)
        return {
          type: 'library',
          'bom-ref': `${purl(one)}#${one.place}`,
          name: one.name,
          version: one.version,
          purl: purl(one),
          licenses: [licenseOf(one.license)],
          ...(hash === null ? {} : { hashes: [{ alg: 'SHA-512', content: hash }] }),
        }
      }),
    },
    null,
    1,
  )}\n`

const headOf = (where: string): string => `Third-party software in ${where}.

libsignal, which the runner uses, is licensed under the GNU General Public License, version 3. In the runner's image it is
node_modules/libsignal, a package of its own with its licence and its source. Anyone who passes the image on passes
libsignal on, together with a program that uses it, and has the duties of that licence.
`
const LINE = '-'.repeat(80)
/**
 * The licences as one text for people; a version that is installed at several places is named once.
 * @param where what the packages are in, as the heading says it: `this image`
 */
export const notices = async (where: string, packages: readonly Package[]): Promise<string> => {
  const once = new Map(packages.map((one) => [`${one.name}@${one.version}`, one]))
  const parts = await Promise.all(
    [...once.values()].map(async (one) => {
      const texts = await licenceTexts(one)
      const missing = `Its archive has no licence file. Its publisher states: ${one.license}.`
      const text = texts.length > 0 ? texts.join('\n\n') : missing
      return `${LINE}\n${one.name} ${one.version}   ${one.license}\n${LINE}\n\n${text}\n`
    }),
  )
  return [headOf(where), ...parts].join('\n')
}
