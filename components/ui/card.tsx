import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'

export interface CardProps extends Omit<ComponentProps<'section'>, 'ref'> {
  /** The element that says what the card is; a card in a list is an article. */
  as?: 'section' | 'article' | 'div'
  padding?: 'none' | 'sm' | 'md' | 'lg'
}

const PADDINGS = { none: '', sm: 'p-4', md: 'p-5 sm:p-6', lg: 'p-5 sm:p-8' } as const

/** A white sheet on the page's ground. */
export function Card({ as: Element = 'section', padding = 'md', className, ...rest }: CardProps) {
  return (
    <Element
      data-surface=""
      {...rest}
      className={classNames('rounded-lg border border-line bg-surface text-text shadow-card print:border-line-strong print:shadow-none', PADDINGS[padding], className)}
    />
  )
}

export interface CardHeaderProps {
  title: ReactNode
  /** A short fact at the right: «7 participants · 41 bids». */
  aside?: ReactNode
  level?: 2 | 3
  id?: string
}

export function CardHeader({ title, aside, level = 2, id }: CardHeaderProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <Heading id={id} className="text-h3">
        {title}
      </Heading>
      {aside && <div className="numbers text-small text-soft">{aside}</div>}
    </div>
  )
}
