import sharp from 'sharp'
import * as z from 'zod'

const WIDTH = 1600
const HEIGHT = 900

/** Grounds in the design's colours: ink for condensate and the company, flame for gas. */
const GROUNDS = {
  ink: { from: '#12283D', to: '#07131F', line: '#34526D', accent: '#E59A1F' },
  flame: { from: '#1660F0', to: '#0B4BD1', line: '#8FBAFF', accent: '#FFFFFF' },
  day: { from: '#F0F4F8', to: '#D8E1E9', line: '#B4C2CF', accent: '#1660F0' },
} as const
export const ground = z.literal(Object.keys(GROUNDS) as (keyof typeof GROUNDS)[])
type Ground = z.infer<typeof ground>

/** A calm picture of a subject on the isolines of a pressure field, drawn for the demo. */
export async function drawPicture(subject: Subject, ground: Ground, seed: number): Promise<Buffer> {
  const { from, to, line, accent } = GROUNDS[ground]
  const paper = ground === 'day' ? '#FFFFFF' : '#F7F9FB'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
    <defs><linearGradient id="ground" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
    <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#ground)"/>
    <g fill="none" stroke="${line}" stroke-width="2">${isolines(seed)}</g>
    <g transform="translate(800 470)" stroke-linecap="round" stroke-linejoin="round">${subjects[subject]({ paper, accent, line, ground: to })}</g>
  </svg>`
  return sharp(Buffer.from(svg)).webp({ quality: 86 }).toBuffer()
}

/** Closed lines around two peaks, each a little bent. */
function isolines(seed: number): string {
  const peaks = [
    { x: 340 + ((seed * 137) % 260), y: 220 + ((seed * 71) % 180) },
    { x: 1180 + ((seed * 53) % 240), y: 560 + ((seed * 97) % 160) },
  ]
  return peaks
    .map((peak, index) =>
      Array.from({ length: 9 }, (_, ring) => contour(peak.x, peak.y, 70 + ring * 62, seed + index * 3, ring)).join(''),
    )
    .join('')
}

function contour(x: number, y: number, radius: number, seed: number, ring: number): string {
  const points = Array.from({ length: 73 }, (_, step) => {
    const angle = (step / 72) * 2 * Math.PI
    const bend = 1 + 0.09 * Math.sin(3 * angle + seed) + 0.05 * Math.cos(5 * angle + seed * 1.7 + ring * 0.2)
    return `${(x + Math.cos(angle) * radius * bend * 1.35).toFixed(0)} ${(y + Math.sin(angle) * radius * bend).toFixed(0)}`
  })
  return `<path opacity="${(0.75 - ring * 0.06).toFixed(2)}" d="M${points.join('L')}Z"/>`
}

/** Colours of a picture: what things are made of, what is pointed out, thin lines, the ground behind. */
interface Colours {
  paper: string
  accent: string
  line: string
  ground: string
}

/** Things drawn around the middle of a picture, about 700 by 460. */
const subjects = {
  tanks: ({ paper, accent, ground }: Colours) => `
    ${[-270, 0, 270]
      .map(
        (x, index) => `
      <g transform="translate(${x} 0)">
        <rect x="-110" y="-150" width="220" height="300" rx="14" fill="${paper}"/>
        <path d="M-110 -136Q0 -216 110 -136" fill="${paper}"/>
        <rect x="-110" y="${[10, -50, 60][index]}" width="220" height="${150 - ([10, -50, 60][index] ?? 0)}" rx="10" fill="${accent}" opacity="0.9"/>
        <path d="M-70 -150V150M70 -150V150" stroke="${ground}" stroke-opacity="0.16" stroke-width="6"/>
      </g>`,
      )
      .join('')}
    <path d="M-420 190H420" stroke="${paper}" stroke-width="14"/>`,

  pipeline: ({ paper, accent, ground }: Colours) => `
    <path d="M-560 60H-190Q-130 60 -130 0V-60Q-130 -120 -70 -120H150Q210 -120 210 -60V10Q210 70 270 70H560" fill="none" stroke="${paper}" stroke-width="74"/>
    <path d="M-560 60H-190Q-130 60 -130 0V-60Q-130 -120 -70 -120H150Q210 -120 210 -60V10Q210 70 270 70H560" fill="none" stroke="${accent}" stroke-width="16" stroke-dasharray="2 40"/>
    ${[-330, 40, 400].map((x, index) => `<rect x="${x - 22}" y="${[8, -172, 18][index]}" width="44" height="104" rx="10" fill="${ground}" stroke="${paper}" stroke-width="8"/>`).join('')}
    <circle cx="40" cy="-236" r="58" fill="${ground}" stroke="${paper}" stroke-width="14"/><path d="M40 -236L72 -262" stroke="${accent}" stroke-width="14"/><path d="M40 -178V-160" stroke="${paper}" stroke-width="14"/>`,

  chart: ({ paper, accent, line, ground }: Colours) => `
    <rect x="-420" y="-230" width="840" height="440" rx="24" fill="${paper}"/>
    ${[-150, -70, 10, 90].map((y) => `<path d="M-360 ${y}H360" stroke="${ground}" stroke-opacity="0.12" stroke-width="4"/>`).join('')}
    <path d="M-360 130H-240V70H-110V20H20V-50H160V-110H290V-160H360" fill="none" stroke="${accent === '#FFFFFF' ? '#1660F0' : accent}" stroke-width="16"/>
    <circle cx="360" cy="-160" r="20" fill="${accent === '#FFFFFF' ? '#1660F0' : accent}"/>
    <path d="M-360 160H360" stroke="${line}" stroke-width="6"/>`,

  wellhead: ({ paper, accent }: Colours) => `
    <path d="M-60 210L-14 -250H14L60 210M-48 90H48M-36 -30H36M-24 -150H24M-48 90L36 -30L-24 -150M48 90L-36 -30L24 -150" fill="none" stroke="${paper}" stroke-width="14"/>
    <path d="M-400 214H400" stroke="${paper}" stroke-width="16"/>
    <path d="M0 -380C60 -320 64 -286 0 -258C-64 -286 -46 -320 0 -380Z" fill="${accent}"/>
    <rect x="150" y="110" width="190" height="100" rx="12" fill="${paper}"/><path d="M170 110V60H220V110M270 110V30H320V110" fill="none" stroke="${paper}" stroke-width="14"/>
    <rect x="-350" y="140" width="170" height="70" rx="12" fill="${paper}" opacity="0.85"/>`,

  document: ({ paper, accent, ground }: Colours) => `
    <path d="M-220 -270H110L220 -160V250Q220 270 200 270H-200Q-220 270 -220 250Z" fill="${paper}"/>
    <path d="M110 -270V-180Q110 -160 130 -160H220Z" fill="${ground}" opacity="0.25"/>
    ${[-90, -30, 30, 90].map((y, index) => `<path d="M-150 ${y}H${index === 3 ? 40 : 150}" stroke="${ground}" stroke-opacity="0.3" stroke-width="14"/>`).join('')}
    <path d="M-150 -170H20" stroke="${ground}" stroke-width="20" stroke-opacity="0.6"/>
    <circle cx="150" cy="190" r="86" fill="${accent === '#FFFFFF' ? '#12A26E' : accent}"/><path d="M112 192L140 220L190 164" fill="none" stroke="#FFFFFF" stroke-width="18"/>`,

  molecule: ({ paper, accent, ground }: Colours) => `
    ${[
      [-260, -150],
      [260, -150],
      [-260, 170],
      [260, 170],
    ]
      .map(
        ([x, y]) =>
          `<path d="M0 0L${x} ${y}" stroke="${paper}" stroke-width="18"/><circle cx="${x}" cy="${y}" r="70" fill="${paper}"/>`,
      )
      .join('')}
    <circle r="132" fill="${accent}"/><circle r="132" fill="none" stroke="${ground}" stroke-opacity="0.2" stroke-width="10"/>`,

  calendar: ({ paper, accent, ground }: Colours) => `
    <rect x="-320" y="-230" width="640" height="460" rx="28" fill="${paper}"/>
    <path d="M-320 -110H320" stroke="${ground}" stroke-opacity="0.18" stroke-width="8"/>
    <path d="M-180 -280V-190M180 -280V-190" stroke="${paper}" stroke-width="26"/>
    ${[0, 1, 2].flatMap((row) => [0, 1, 2, 3, 4].map((column) => `<rect x="${-268 + column * 112}" y="${-70 + row * 96}" width="84" height="66" rx="12" fill="${row === 1 && column === 2 ? (accent === '#FFFFFF' ? '#E59A1F' : accent) : ground}" opacity="${row === 1 && column === 2 ? 1 : 0.14}"/>`)).join('')}`,

  shield: ({ paper, accent }: Colours) => `
    <path d="M0 -290L240 -200V-20C240 140 140 230 0 290C-140 230 -240 140 -240 -20V-200Z" fill="${paper}"/>
    <path d="M-100 0L-24 78L116 -84" fill="none" stroke="${accent === '#FFFFFF' ? '#1660F0' : accent}" stroke-width="44"/>`,

  rail: ({ paper, accent, ground }: Colours) => `
    ${[-330, 30]
      .map(
        (x) => `
      <rect x="${x}" y="-110" width="320" height="190" rx="95" fill="${paper}"/><rect x="${x + 130}" y="-142" width="60" height="40" rx="10" fill="${paper}"/>
      <path d="M${x + 40} 0H${x + 280}" stroke="${accent}" stroke-width="16"/>
      ${[70, 250].map((wheel) => `<circle cx="${x + wheel}" cy="112" r="36" fill="${ground}" stroke="${paper}" stroke-width="14"/>`).join('')}`,
      )
      .join('')}
    <path d="M-10 60H30" stroke="${paper}" stroke-width="16"/><path d="M-560 162H560" stroke="${paper}" stroke-width="12"/>
    <path d="M-540 190H540" stroke="${paper}" stroke-width="8" stroke-dasharray="30 40"/>`,

  gauge: ({ paper, accent, ground }: Colours) => `
    <circle r="260" fill="${paper}"/><circle r="260" fill="none" stroke="${ground}" stroke-opacity="0.2" stroke-width="12"/>
    <path d="M-156 156A220 220 0 1 1 156 156" fill="none" stroke="${ground}" stroke-opacity="0.16" stroke-width="34"/>
    <path d="M-156 156A220 220 0 0 1 64 -210" fill="none" stroke="${accent === '#FFFFFF' ? '#1660F0' : accent}" stroke-width="34"/>
    <path d="M0 0L96 -148" stroke="${ground}" stroke-width="20"/><circle r="28" fill="${ground}"/>`,
} as const

export const subject = z.literal(Object.keys(subjects) as (keyof typeof subjects)[])
type Subject = z.infer<typeof subject>
