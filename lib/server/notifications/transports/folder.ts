import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Letter } from '../letter'
import { messageOf } from './message'
import type { Transport } from './transport'

/**
 * For a portal without a mail server: each letter becomes two files, `.eml` for mail programs and `.html` for browsers,
 * readable by the portal's own account alone. The same letter sent again replaces its files.
 */
export function createFolderTransport({ directory, from }: { directory: string; from: string }): Transport {
  const mailer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(letter) {
      const { message } = await mailer.sendMail(messageOf(letter, from))
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const name = nameOf(letter)
      await writeWhole(join(directory, `${name}.eml`), message as Buffer)
      await writeWhole(join(directory, `${name}.html`), letter.html)
      return { note: null }
    },
    close: () => undefined,
  }
}

function nameOf({ messageId }: Letter): string {
  return messageId.replace(/^<|@.*$/g, '').replace(/[^\w.-]/g, '_')
}

/** Nobody sees half a letter. */
async function writeWhole(path: string, content: Buffer | string): Promise<void> {
  await writeFile(`${path}.part`, content, { mode: 0o600 })
  await rename(`${path}.part`, path)
}
