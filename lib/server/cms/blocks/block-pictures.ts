/** Ink for what is read, soft for what stands for words, blue for what leads on: legible on light and dark drawers. */
const INK = '#56718a'
const SOFT = '#b4c2cf'
const BLUE = '#2f7bff'

const bar = (x: number, y: number, width: number, height: number, fill = SOFT) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="2" fill="${fill}"/>`

const dot = (x: number, y: number, fill = BLUE) => `<circle cx="${x}" cy="${y}" r="6" fill="${fill}"/>`

const rows = (at: readonly number[], draw: (y: number) => string) => at.map(draw).join('')

/** What each block looks like on a page, 120 × 80. */
const DRAWINGS: Readonly<Record<string, string>> = {
  hero: `<rect width="120" height="80" fill="#0b1c2c"/>${bar(12, 20, 66, 9, '#fff')}${bar(12, 36, 48, 4, SOFT)}${bar(12, 52, 28, 11, BLUE)}<path d="M84 62c8-26 18-26 28-44" fill="none" stroke="${BLUE}" stroke-width="3"/>`,
  text: bar(14, 12, 50, 7, INK) + rows([28, 37, 46, 55], (y) => bar(14, y, 92, 4)) + bar(14, 64, 60, 4),
  steps: rows([18, 40, 62], (y) => dot(22, y) + bar(36, y - 6, 40, 5, INK) + bar(36, y + 2, 66, 4)),
  table: bar(12, 12, 96, 11, INK) + rows([29, 43, 57], (y) => [12, 46, 80].map((x) => bar(x, y, 28, 8)).join('')),
  cards: [10, 45, 80]
    .map(
      (x) =>
        `<rect x="${x}" y="14" width="30" height="52" rx="4" fill="none" stroke="${SOFT}" stroke-width="2"/>${bar(x + 6, 22, 18, 12, BLUE)}${bar(x + 6, 42, 18, 4, INK)}${bar(x + 6, 51, 12, 4)}`,
    )
    .join(''),
  faq: rows(
    [12, 36, 60],
    (y) =>
      `${bar(12, y, 70, 6, INK)}<path d="m98 ${y + 1} 5 5 5-5" fill="none" stroke="${BLUE}" stroke-width="2"/>${bar(12, y + 11, 96, 2)}`,
  ),
  documents: rows(
    [12, 36, 60],
    (y) =>
      `<path d="M14 ${y - 4}h9l4 4v13H14z" fill="none" stroke="${BLUE}" stroke-width="2"/>${bar(36, y, 60, 5, INK)}`,
  ),
  contact: `<path d="M20 30c0 16 14 30 30 30l4-8-10-6-5 4c-5-2-7-5-9-9l4-5-5-10z" fill="${BLUE}"/>${bar(64, 26, 44, 6, INK)}${bar(64, 40, 36, 4)}${bar(64, 50, 40, 4)}`,
  portal: `<rect x="12" y="12" width="96" height="56" rx="5" fill="none" stroke="${SOFT}" stroke-width="2"/><path d="M22 56l18-16 14 8 22-24 22 14" fill="none" stroke="${BLUE}" stroke-width="3"/>`,
}

/** The picture of a block where editors choose one, as an address without a file. */
export function blockPicture(slug: string): string {
  const drawing = DRAWINGS[slug] ?? ''
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80">${drawing}</svg>`)}`
}
