import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'

const SIZES = { md: 'text-number', lg: 'text-number-lg', xl: 'text-number-xl' } as const

export interface FigureValueProps {
  label: ReactNode
  value: ReactNode
  size?: keyof typeof SIZES
  align?: 'start' | 'end'
}

/** A number that is the hero of its place, with what it means in small type above it. */
export function FigureValue({ label, value, size = 'md', align = 'start' }: FigureValueProps) {
  return (
    <div className={classNames('min-w-0', align === 'end' && 'text-right')}>
      <div className="text-fine text-soft">{label}</div>
      <div className={classNames('numbers whitespace-nowrap font-display', SIZES[size])}>{value}</div>
    </div>
  )
}
