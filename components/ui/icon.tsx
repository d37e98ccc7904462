import type { IconNode } from 'lucide'
import { createElement, type SVGProps } from 'react'
import { FLAME } from '@/lib/config/flame'

interface IconProps {
  /** A drawing of the library, 24 × 24. */
  of: IconNode
  className?: string
  strokeWidth?: number
}

/** A decorative icon. Unlike the library's React components it is also a server component. */
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

/** The company's flame, decorative; 8 wide to 9 high. */
export function Flame(props: SVGProps<SVGSVGElement>) {
  return (
    <svg aria-hidden viewBox={`0 0 ${FLAME.width} ${FLAME.height}`} {...props}>
      {FLAME.parts.map((part) => (
        <path key={part.d} {...part} />
      ))}
    </svg>
  )
}
