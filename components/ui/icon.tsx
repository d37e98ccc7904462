import type { IconNode } from 'lucide'
import { createElement, type SVGProps } from 'react'
import { FLAME } from '@/lib/config/flame'

interface IconProps {
  /** A drawing of the library, on a ground of 24 × 24. */
  of: IconNode
  className?: string
  strokeWidth?: number
}

/**
 * A picture beside words; it says nothing to screen readers. The library's own React components run in the browser even where
 * the page is made on the server, this one only where it is asked to.
 */
export function Icon({ of, className, strokeWidth = 2 }: IconProps) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      {of.map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index }))}
    </svg>
  )
}

/** The company's flame. Decoration beside the company's name; 8 wide to 9 high. */
export function Flame(props: SVGProps<SVGSVGElement>) {
  return (
    <svg aria-hidden viewBox={`0 0 ${FLAME.width} ${FLAME.height}`} {...props}>
      {FLAME.parts.map((part) => (
        <path key={part.d} {...part} />
      ))}
    </svg>
  )
}
