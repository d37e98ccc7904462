import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReactElement } from 'react'
import 'server-only'
import { printableText } from '@/lib/domain/printable'

type Weight = 400 | 600 | 700

const WEIGHTS: readonly Weight[] = [400, 600, 700]

let fonts: Promise<{ name: string; data: Buffer; weight: Weight; style: 'normal' }[]> | null = null

export function ogFonts() {
  fonts ??= Promise.all(
    WEIGHTS.map(async (weight) => ({
      name: 'Onest',
      data: await readFile(join(process.cwd(), `lib/fonts/print-${weight}.ttf`)),
      weight,
      style: 'normal' as const,
    })),
  )
  return fonts
}

export interface OgCard {
  /** The kind of page, above the title. */
  label: string
  title: string
  /** Up to three details under the title. */
  details: string[]
  company: string
}

/** A picture is no record: a letter of another script, such as an emoji, is left out. */
function drawable(text: string): string {
  return printableText(text, () => '').replace(/\s/g, ' ')
}

function shortened(text: string, length: number): string {
  const clean = drawable(text)
  return clean.length <= length ? clean : `${clean.slice(0, length - 1).trimEnd()}…`
}

/** A page's picture for social networks, 1200 × 630: the site's header with its contour lines. */
export function ogCard({ label, title, details, company }: OgCard): ReactElement {
  const size = title.length > 60 ? 56 : 72
  return (
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        width: '100%',
        height: '100%',
        padding: 72,
        color: '#ffffff',
        backgroundColor: '#07131f',
        backgroundImage: 'radial-gradient(circle at 85% 10%, #12385f 0%, #0b1c2c 45%, #07131f 75%)',
        fontFamily: 'Onest',
      }}
    >
      <svg width="1200" height="630" viewBox="0 0 1200 630" style={{ position: 'absolute', top: 0, left: 0 }}>
        {[90, 150, 215, 285, 360, 440].map((radius) => (
          <ellipse
            key={radius}
            cx="1010"
            cy="120"
            rx={radius * 1.35}
            ry={radius}
            fill="none"
            stroke="#2f7bff"
            strokeOpacity="0.28"
            strokeWidth="2"
          />
        ))}
      </svg>
      <div style={{ display: 'flex', alignItems: 'center', fontSize: 34, fontWeight: 600 }}>
        <svg width="44" height="52" viewBox="0 0 44 52" style={{ marginRight: 20 }}>
          <path d="M22 0c3 10 18 17 18 33a18 18 0 0 1-36 0C4 22 14 18 22 0Z" fill="#2f7bff" />
          <path d="M22 24c2 6 9 9 9 17a9 9 0 0 1-18 0c0-7 6-9 9-17Z" fill="#ffffff" />
        </svg>
        {drawable(company)}
      </div>
      <div style={{ display: 'flex', flexDirection: 'column' }}>
        {label !== '' && (
          <div style={{ display: 'flex', fontSize: 30, color: '#8fbaff', marginBottom: 18 }}>{drawable(label)}</div>
        )}
        <div
          style={{
            display: 'flex',
            fontSize: size,
            fontWeight: 700,
            lineHeight: 1.12,
            letterSpacing: -1.5,
            maxWidth: 1000,
          }}
        >
          {shortened(title, 110)}
        </div>
      </div>
      <div style={{ display: 'flex', fontSize: 30, color: '#d8e1e9' }}>
        {shortened(details.filter(Boolean).join('   ·   '), 90)}
      </div>
    </div>
  )
}
