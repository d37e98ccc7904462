import type { Form } from './form'

/** The letter for those who read text, or have it read to them. */
export function plainText({ sender, homeHref, draft, because, labels, unsubscribe }: Form): string {
  const { words, rows = [], quote, href, body } = draft
  const parts = [
    `${words.heading}\n${'='.repeat(Math.min(words.heading.length, 60))}`,
    ...words.paragraphs,
    body === undefined ? '' : textOf(body),
    rows.map(([name, value]) => `${name}: ${value}`).join('\n'),
    quote === undefined ? '' : quote.split('\n').map((line) => `> ${line}`).join('\n'),
    href === undefined ? '' : `${words.action ?? ''}:\n${href}`,
    words.note ?? '',
    ['--', sender.name, homeHref, contact(sender, labels), draft.entry && `${labels.entry(draft.entry.seq)}: ${draft.entry.hash}`, because, unsubscribe && `${unsubscribe.label}: ${unsubscribe.href}`].filter(Boolean).join('\n'),
  ]
  return `${parts.filter(Boolean).join('\n\n').replaceAll('\u00A0', ' ')}\n`
}

function contact({ supportEmail, workingHours }: Form['sender'], labels: Pick<Form['labels'], 'hours' | 'support'>): string {
  return [supportEmail && `${labels.support}: ${supportEmail}`, workingHours && `${labels.hours}: ${workingHours}`].filter(Boolean).join('\n')
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The text of simple HTML that the back office has written. */
function textOf(html: string): string {
  return html
    .replace(/<\/p>|<br\s*\/?>/gi, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_entity, name: string) => entities[name] ?? '')
    .trim()
}
