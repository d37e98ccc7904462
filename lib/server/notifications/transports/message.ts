import type { Letter } from '../letter'

/** The letter in the form that nodemailer takes. `from`: the address alone. */
export function messageOf(letter: Letter, from: string) {
  return {
    messageId: letter.messageId,
    from: { name: letter.fromName, address: from },
    replyTo: letter.replyTo ?? undefined,
    to: letter.to,
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    attachments: letter.attachments.map(({ name, mediaType, content }) => ({ filename: name, contentType: mediaType, content })),
    headers: {
      // No answer from machines (RFC 3834), out-of-office notes least of all.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': letter.language,
      ...(letter.unsubscribeHref !== null && {
        'List-Unsubscribe': `<${letter.unsubscribeHref}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    // Nothing that a letter says may make the server read its files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
