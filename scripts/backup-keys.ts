// The key pair of the backups: the Worker encrypts with the public half, and only the private half opens what it wrote.
import { generateKeyPairSync } from 'node:crypto'

export type BackupPair = { BACKUP_PUBLIC_KEY: string; BACKUP_PRIVATE_KEY: string }
/** SPKI and PKCS #8, base64. */
export const newBackupPair = (): BackupPair => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    BACKUP_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    BACKUP_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  }
}
