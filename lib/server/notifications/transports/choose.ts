import { join } from 'node:path'
import { createFolderTransport } from './folder'
import { createSmtpTransport } from './smtp'
import type { Transport } from './transport'

/** By SMTP where a server is configured, else into `letters` in the data directory, so that a bare machine has its letters too. */
export function chooseTransport(settings: { smtpUrl: string | null; mailFrom: string; dataDir: string }): Transport {
  const { smtpUrl, mailFrom, dataDir } = settings
  return smtpUrl === null
    ? createFolderTransport({ directory: join(dataDir, 'letters'), from: mailFrom })
    : createSmtpTransport({ url: smtpUrl, from: mailFrom })
}
