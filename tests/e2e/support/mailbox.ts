import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MailServer } from '@/tests/support/mail-server'
import { expect } from '@/tests/e2e/support/test'

export interface Letter {
  to: string[]
  subject: string
  text: string
  html: string
}

/** Appends the mail server's letters to a file, because tests run in other processes. Returns the file. */
export function storeLetters(mail: MailServer, directory: string): string {
  const file = join(directory, 'letters.jsonl')
  mail.onLetter(({ recipients, email }) => {
    const letter: Letter = {
      to: recipients,
      subject: email.subject ?? '',
      text: email.text ?? '',
      html: email.html ?? '',
    }
    appendFileSync(file, `${JSON.stringify(letter)}\n`)
  })
  return file
}

function lettersTo(address: string): Letter[] {
  const file = process.env.E2E_LETTERS ?? ''
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
  return lines.map((line) => JSON.parse(line) as Letter).filter(({ to }) => to.includes(address))
}

/** Waits for a letter to this address that contains the text, and returns the newest. */
export async function letterTo(address: string, containing: string | RegExp): Promise<Letter> {
  const fits = ({ subject, text }: Letter) => {
    const content = `${subject}\n${text}`.replaceAll('\u00A0', ' ')
    return typeof containing === 'string' ? content.includes(containing) : containing.test(content)
  }
  await expect
    .poll(() => lettersTo(address).some(fits), {
      message: `a letter to ${address} with ${String(containing)}`,
      timeout: 30_000,
    })
    .toBe(true)
  return lettersTo(address).filter(fits).at(-1) as Letter
}

/** The first link of a letter whose path contains `part`. */
export function linkOf(letter: Letter, part: string): string {
  const link = [...letter.text.matchAll(/https?:\/\/\S+/g)]
    .map(([address]) => address)
    .find((address) => address.includes(part))
  if (link === undefined) throw new Error(`no link with ${part} in: ${letter.text}`)
  return link
}
