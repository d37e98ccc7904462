import type { Language } from '@/lib/contract/primitives'
import { escapeHtml as escape } from '@/lib/server/platform/escape-html'
import type { Attachment, Sender } from './details'
import type { Draft } from './draft'
import type { EmailTranslator } from './texts'

/** Input of both renderings, HTML and plain text. */
export interface Form {
  language: Language
  sender: Sender
  homeHref: string
  draft: Draft
  t: EmailTranslator['t']
  /** Why the recipient gets this email. */
  because: string
  /** The page on which emails of this kind can be stopped. */
  unsubscribeHref: string | null
}

export interface Email {
  /** Derived from the outbox row: the same at every attempt, so that mailboxes can detect duplicates. */
  messageId: string
  to: string[]
  language: Language
  /** The sender's name; its address is the transport's. */
  fromName: string
  replyTo: string | null
  subject: string
  html: string
  text: string
  attachments: Attachment[]
  /** Stops emails of this kind with one request (RFC 8058); null if they cannot be stopped. */
  unsubscribeHref: string | null
  /** Texts removed from the copy for the back office. */
  secrets: string[]
}

/** The email without its secrets: tokens with which somebody else could act for the recipient, and secret figures. */
export function withoutSecrets(email: Email): Email {
  const hide = (text: string) => email.secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '…'), text)
  return { ...email, html: hide(email.html), text: hide(email.text) }
}

export function plainText({ sender, homeHref, draft, t, because, unsubscribeHref }: Form): string {
  const { texts, rows = [], quote, quoteLabel, href, body } = draft
  const parts = [
    `${texts.heading}\n${'='.repeat(Math.min(texts.heading.length, 60))}`,
    body === undefined ? t('greeting') : '',
    ...texts.paragraphs,
    body === undefined ? '' : textOf(body),
    rows.map(([name, value]) => `${name}: ${value}`).join('\n'),
    quote === undefined
      ? ''
      : [...(quoteLabel === undefined ? [] : [`${quoteLabel}:`]), ...quote.split('\n').map((line) => `> ${line}`)].join(
          '\n',
        ),
    href === undefined ? '' : `${texts.action ?? ''}:\n${href}`,
    texts.note ?? '',
    t('signOff', { sender: sender.name }),
    [
      '--',
      sender.name,
      homeHref,
      contact(sender, t),
      draft.entry && `${t('footer.entry', { seq: draft.entry.seq })}: ${draft.entry.hash}`,
      because,
      unsubscribeHref && `${t('footer.unsubscribe')}: ${unsubscribeHref}`,
    ]
      .filter(Boolean)
      .join('\n'),
  ]
  return `${parts.filter(Boolean).join('\n\n').replaceAll('\u00A0', ' ')}\n`
}

function contact({ supportEmail, workingHours }: Sender, t: Form['t']): string {
  return [
    supportEmail && `${t('footer.support')}: ${supportEmail}`,
    workingHours && `${t('footer.hours')}: ${workingHours}`,
  ]
    .filter(Boolean)
    .join('\n')
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** Converts the simple HTML of the back office to plain text. */
function textOf(html: string): string {
  return html
    .replace(/<\/p>|<br\s*\/?>/gi, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_entity, name: string) => entities[name] ?? '')
    .trim()
}

/**
 * The email for mail clients: tables and inline styles, which all of them understand. The colours are the site's
 * (components/ui/tokens.css). Clients with a dark theme that read style sheets use the site's dark ones; the colours stay
 * legible in those that invert them. The company's name is text, because many clients block pictures, the mark among them.
 */
export function html(form: Form): string {
  const { language, sender, homeHref, draft } = form
  const { texts } = draft
  const preview = texts.paragraphs[0] ?? draft.quote ?? texts.heading
  return `<!doctype html>
<html lang="${language}" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escape(texts.subject)}</title>
<style>${styleSheet}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#f0f4f8;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escape(preview)}${'&#847;&zwnj;&nbsp;'.repeat(30)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="ground" style="background:#f0f4f8">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">
<tr><td class="header" style="background:#0b1c2c;border-radius:12px 12px 0 0;border-bottom:3px solid #2f7bff;padding:20px 32px"><a href="${escape(homeHref)}" style="${font}font-size:20px;line-height:26px;font-weight:650;letter-spacing:-0.015em;color:#ffffff;text-decoration:none;word-break:break-word"><img src="${escape(new URL('/email-mark.png', homeHref).href)}" width="32" height="32" alt="" style="border:0;vertical-align:middle;margin-right:12px">${escape(sender.name)}</a></td></tr>
<tr><td class="card" style="background:#ffffff;border-radius:0 0 12px 12px;padding:32px;word-break:break-word">
<h1 class="ink" style="${font}margin:0 0 16px;font-size:26px;line-height:32px;font-weight:650;letter-spacing:-0.02em;color:#0b1c2c">${escape(texts.heading)}</h1>
${[...(draft.body === undefined ? [form.t('greeting')] : []), ...texts.paragraphs].map(paragraph).join('\n')}
${bodyOf(form)}
${signed(form.t('signOff', { sender: sender.name }))}
</td></tr>
<tr><td class="foot" style="padding:20px 32px;word-break:break-word">${footer(form)}</td></tr>
</table>
</td></tr></table>
</body></html>
`
}

const font = "font-family:Onest,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"

const styleSheet = `@media (prefers-color-scheme:dark){
.ground{background:#0a1826!important}.card{background:#10253a!important}.header{background:#07131f!important}
.ink{color:#eef4f9!important}.soft{color:#abc0d2!important}.faint{color:#93abc0!important}.line{border-color:#213f5a!important}
.quote{background:#0b1d2e!important;border-color:#4c8dff!important}.button{background:#2169f2!important}.link{color:#9cc2ff!important}}
@media (max-width:480px){h1{font-size:23px!important;line-height:29px!important}.card{padding:24px 20px!important}.header,.foot{padding:16px 20px!important}.name,.value{display:block!important;width:auto!important;text-align:left!important}
.name{padding-bottom:0!important;border-top-width:1px}.value{border-top:0!important;padding-top:2px!important}}`

function paragraph(text: string): string {
  return `<p class="ink" style="${font}margin:0 0 16px;font-size:16px;line-height:24px;color:#0b1c2c">${escape(text)}</p>`
}

function signed(signOff: string): string {
  return `<p class="soft" style="${font}margin:24px 0 0;font-size:15px;line-height:22px;color:#47627b">${escape(signOff).replaceAll('\n', '<br>')}</p>`
}

function bodyOf({ draft, t }: Form): string {
  const { texts, rows = [], quote, quoteLabel, href, body } = draft
  return [
    body === undefined
      ? ''
      : `<div class="ink" style="${font}font-size:16px;line-height:24px;color:#0b1c2c">${body}</div>`,
    quote === undefined ? '' : quoted(quote, quoteLabel),
    rows.length === 0 ? '' : sheet(rows),
    href === undefined ? '' : button(texts.action ?? '', href),
    href === undefined ? '' : spelled(t('linkHint'), href),
    texts.note === undefined
      ? ''
      : `<p class="soft" style="${font}margin:16px 0 0;font-size:14px;line-height:20px;color:#47627b">${escape(texts.note)}</p>`,
  ]
    .filter(Boolean)
    .join('\n')
}

function quoted(text: string, label: string | undefined): string {
  const name =
    label === undefined
      ? ''
      : `<span class="soft" style="font-size:13px;line-height:20px;color:#47627b">${escape(label)}</span><br>`
  const lines = name + escape(text).replaceAll('\n', '<br>')
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px"><tr><td class="quote ink" style="${font}background:#f0f4f8;border-left:3px solid #1660f0;padding:12px 16px;font-size:16px;line-height:24px;color:#0b1c2c">${lines}</td></tr></table>`
}

function sheet(rows: readonly [string, string][]): string {
  const cell = `${font}padding:10px 0;border-top:1px solid #e6ecf2;font-size:15px;line-height:22px;vertical-align:top;`
  const lines = rows.map(
    ([name, value]) =>
      `<tr><td class="name soft line" width="40%" style="${cell}color:#47627b;padding-right:12px">${escape(name)}</td><td class="value ink line" style="${cell}color:#0b1c2c;font-weight:600">${escape(value)}</td></tr>`,
  )
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 24px">${lines.join('')}</table>`
}

/** The cell has the colour, because some clients drop style sheets and the styles of links. */
function button(label: string, href: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px"><tr><td class="button" bgcolor="#1660f0" style="background:#1660f0;border-radius:8px"><a href="${escape(href)}" style="${font}display:inline-block;padding:13px 24px;font-size:16px;line-height:22px;font-weight:600;color:#ffffff;text-decoration:none">${escape(label)}</a></td></tr></table>`
}

function spelled(hint: string, href: string): string {
  return `<p class="soft" style="${font}margin:0;font-size:13px;line-height:20px;color:#47627b">${escape(hint)}<br><a class="link" href="${escape(href)}" style="color:#0b4bd1;word-break:break-all">${escape(href)}</a></p>`
}

function footer({ sender, draft, t, because, unsubscribeHref }: Form): string {
  const mail =
    sender.supportEmail === null
      ? ''
      : `${escape(t('footer.support'))}: <a class="link" href="mailto:${escape(sender.supportEmail)}" style="color:#0b4bd1">${escape(sender.supportEmail)}</a>`
  const hours = sender.workingHours === null ? '' : `${escape(t('footer.hours'))}: ${escape(sender.workingHours)}`
  const stop =
    unsubscribeHref === null
      ? ''
      : `<a class="link" href="${escape(unsubscribeHref)}" style="color:#0b4bd1">${escape(t('footer.unsubscribe'))}</a>`
  const entry =
    draft.entry === undefined
      ? ''
      : `${escape(t('footer.entry', { seq: draft.entry.seq }))}: <span style="font-family:monospace;word-break:break-all">${draft.entry.hash}</span>`
  return [mail, hours, entry, escape(because), stop]
    .filter(Boolean)
    .map(
      (line) =>
        `<p class="faint" style="${font}margin:0 0 6px;font-size:13px;line-height:20px;color:#47627b">${line}</p>`,
    )
    .join('')
}
