import sharp from 'sharp'
import { subjects, type Subject } from '@/lib/server/demo/pictures/subjects'

const WIDTH = 1600
const HEIGHT = 900

/** Grounds in the design's colours: ink for condensate and the company, flame for gas. */
const GROUNDS = {
  ink: { from: '#12283D', to: '#07131F', line: '#34526D', accent: '#E59A1F' },
  flame: { from: '#1660F0', to: '#0B4BD1', line: '#8FBAFF', accent: '#FFFFFF' },
  day: { from: '#F0F4F8', to: '#D8E1E9', line: '#B4C2CF', accent: '#1660F0' },
} as const
export type Ground = keyof typeof GROUNDS

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
    { x: 340 + (seed * 137) % 260, y: 220 + (seed * 71) % 180 },
    { x: 1180 + (seed * 53) % 240, y: 560 + (seed * 97) % 160 },
  ]
  return peaks.map((peak, index) => Array.from({ length: 9 }, (_, ring) => contour(peak.x, peak.y, 70 + ring * 62, seed + index * 3, ring)).join('')).join('')
}

function contour(x: number, y: number, radius: number, seed: number, ring: number): string {
  const points = Array.from({ length: 73 }, (_, step) => {
    const angle = (step / 72) * 2 * Math.PI
    const bend = 1 + 0.09 * Math.sin(3 * angle + seed) + 0.05 * Math.cos(5 * angle + seed * 1.7 + ring * 0.2)
    return `${(x + Math.cos(angle) * radius * bend * 1.35).toFixed(0)} ${(y + Math.sin(angle) * radius * bend).toFixed(0)}`
  })
  return `<path opacity="${(0.75 - ring * 0.06).toFixed(2)}" d="M${points.join('L')}Z"/>`
}
