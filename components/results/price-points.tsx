'use client'

import { useRouter } from 'next/navigation'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { useTopLoader } from 'nextjs-toploader'
import { classNames } from '@/components/ui/class-names'
import { useIsInBrowser } from '@/lib/browser/use-browser-value'
import type { CategoryKey } from '@/lib/contract/primitives'
import { MARK_COLOURS, MARKS } from './chart-mark'

export interface PricePoint {
  /** Per cent from the left and from the top. */
  left: number
  top: number
  href: string
  lines: string[]
}

interface PricePointsProps {
  points: PricePoint[]
  category: CategoryKey
  label: string
}

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_at, last) => last,
}

/**
 * Points of the chart, each a link to its auction with a tooltip. With scripts the chart is one tab stop, and the arrow keys move through
 * time.
 */
export function PricePoints({ points, category, label }: PricePointsProps) {
  const [tooltipIndex, setTooltipIndex] = useState<number | null>(null)
  // Most visitors look for the newest.
  const [entry, setEntry] = useState(points.length - 1)
  const scripted = useIsInBrowser()
  const links = useRef<(HTMLOrSVGElement | null)[]>([])
  const router = useRouter()
  const progress = useTopLoader()
  const tooltip = tooltipIndex === null ? undefined : points[tooltipIndex]

  function focusPoint(index: number) {
    setTooltipIndex(index)
    setEntry(index)
  }

  function moveFocus(event: KeyboardEvent, index: number) {
    if (event.key === 'Escape') setTooltipIndex(null)
    const next = STEPS[event.key]?.(index, points.length - 1)
    const link = next === undefined ? null : links.current[next]
    if (next === undefined || !link) return
    event.preventDefault()
    link.focus()
  }

  function open(event: MouseEvent, href: string) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    // The progress bar listens for links too, but cannot read the address of an SVG link.
    event.nativeEvent.stopImmediatePropagation()
    progress.start()
    router.push(href)
  }

  return (
    <div className="absolute inset-0" onPointerLeave={() => setTooltipIndex(null)}>
      <svg role="group" aria-label={label} className="absolute inset-0 size-full overflow-visible">
        {points.map((point, index) => (
          <a
            key={point.href}
            ref={(element) => void (links.current[index] = element)}
            href={point.href}
            aria-label={point.lines.join(', ')}
            tabIndex={scripted && entry !== index ? -1 : undefined}
            className="group outline-none"
            onClick={(event) => open(event, point.href)}
            onPointerEnter={() => setTooltipIndex(index)}
            onFocus={() => focusPoint(index)}
            onBlur={() => setTooltipIndex(null)}
            onKeyDown={(event) => moveFocus(event, index)}
          >
            <svg x={`${point.left}%`} y={`${point.top}%`} overflow="visible">
              <circle r="12" className="fill-transparent" />
              <circle
                r="10"
                strokeWidth="2"
                className="fill-none stroke-transparent group-focus-visible:stroke-focus"
              />
              <path
                d={MARKS[category]}
                strokeWidth="1.5"
                className={classNames(
                  MARK_COLOURS[category],
                  'transition-transform duration-150 group-hover:scale-140 group-focus-visible:scale-140',
                )}
              />
            </svg>
          </a>
        ))}
      </svg>
      {tooltip && (
        <div
          aria-hidden
          className={classNames(
            'pointer-events-none absolute z-10 grid w-max max-w-56 gap-0.5 rounded-md border border-line bg-raised px-3 py-2 text-fine text-text shadow-float',
            tooltip.left < 30
              ? '-translate-x-4'
              : tooltip.left > 70
                ? '-translate-x-[calc(100%-1rem)]'
                : '-translate-x-1/2',
            tooltip.top < 45 ? 'mt-4' : '-mt-4 -translate-y-full',
          )}
          style={{ left: `${tooltip.left}%`, top: `${tooltip.top}%` }}
        >
          {tooltip.lines.map((line, index) => (
            <span key={index} className={index === 0 ? 'font-semibold' : 'text-soft'}>
              {line}
            </span>
          ))}
        </div>
      )}
    </div>
  )
}
