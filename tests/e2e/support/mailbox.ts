import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MailServer } from '@/tests/support/mail-server'
import { expect } from '@/tests/e2e/support/test'

export interface Email {
  to: string[]
  subject: string
  text: string
  html: string
}

/** Appends the mail server's emails to a file, because tests run in other processes. Returns the file. */
export function storeEmails(mail: MailServer, directory: string): string {
  const file = join(directory, 'emails.jsonl')
  mail.onEmail(({ recipients, email }) => {
    const stored: Email = {
      to: recipients,
      subject: email.subject ?? '',
      text: email.text ?? '',
      html: email.html ?? '',
    }
    appendFileSync(file, `${JSON.stringify(stored)}\n`)
  })
  return file
}

function emailsTo(address: string): Email[] {
  const file = process.env.E2E_EMAILS ?? ''
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
  return lines.map((line) => JSON.parse(line) as Email).filter(({ to }) => to.includes(address))
}

/** Waits for an email to this address that contains the text, and returns the newest. */
export async function emailTo(address: string, containing: string | RegExp): Promise<Email> {
  const fits = ({ subject, text }: Email) => {
    const content = `${subject}\n${text}`.replaceAll('\u00A0', ' ')
    return typeof containing === 'string' ? content.includes(containing) : containing.test(content)
  }
  await expect
    .poll(() => emailsTo(address).some(fits), {
      message: `an email to ${address} with ${String(containing)}`,
      timeout: 30_000,
    })
    .toBe(true)
  return emailsTo(address).filter(fits).at(-1) as Email
}

/** The first link of an email whose path contains `part`. */
export function linkOf(email: Email, part: string): string {
  const link = [...email.text.matchAll(/https?:\/\/\S+/g)]
    .map(([address]) => address)
    .find((address) => address.includes(part))
  if (link === undefined) throw new Error(`no link with ${part} in: ${email.text}`)
  return link
}
