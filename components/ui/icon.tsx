import type { IconNode } from 'lucide'
import { createElement, type SVGProps } from 'react'

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
    <svg aria-hidden viewBox="0 0 32 36" {...props}>
      <path
        fill="#2f7bff"
        d="M14.6.6c.9 5.6 8.7 8.3 11.3 15.1 3.2 8.5-2.2 19.1-11.6 19.7C6.7 35.9 1.5 30.6 2 24c.3-4 2.6-6.3 4.2-9.2.5 2.2 1.2 3.6 2.7 4.6C9.1 12.5 13.6 8.7 14.6.6Z"
      />
      <path fill="#8fbaff" d="M26.4 12.6c2.6 3.3 4.3 7 3.3 11.5-.7 3.3-2.5 5.9-5 7.7 3.2-5.6 3.4-12.8 1.7-19.2Z" />
      <path
        fill="#fff"
        d="M14.3 19.2c.5 3.3 4.5 4.6 4.7 8.7.1 3-2.1 5-4.7 5-2.7 0-4.8-2.1-4.7-4.9.2-3.4 3.9-5.4 4.7-8.8Z"
      />
    </svg>
  )
}
