import type { ComponentProps, ReactNode } from 'react'
import { AppLink, type AppLinkProps } from '@/components/ui/link'
import { classNames } from '@/components/ui/class-names'
import { Spinner } from './waiting'

export type ButtonTone = 'primary' | 'soft' | 'outline' | 'inverse' | 'quiet' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

interface ButtonLook {
  tone?: ButtonTone
  size?: ButtonSize
  /** Fills the width of its container. */
  wide?: boolean
}

const TONES: Record<ButtonTone, string> = {
  primary: 'border border-transparent bg-action text-on-action hover:bg-action-hover',
  soft: 'bg-sunken text-text hover:bg-hover border border-line',
  outline: 'border border-line-strong bg-surface text-text hover:bg-hover',
  inverse: 'border border-white/70 text-header-text hover:bg-white/12',
  quiet: 'border border-transparent text-link hover:bg-hover',
  danger: 'border border-transparent bg-lose text-lose-text hover:brightness-96',
}

const SIZES: Record<ButtonSize, string> = {
  sm: 'min-h-9 px-3.5 text-small max-sm:min-h-11',
  md: 'min-h-11 px-5 text-body large-text:px-3 large-text:text-small',
  lg: 'min-h-12 px-6 text-body large-text:px-3 large-text:text-small',
}

/** Also for plain links, which load a new page. */
export function buttonLook({ tone = 'primary', size = 'md', wide = false }: ButtonLook, className?: string): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-md py-1.5 text-center font-semibold leading-tight transition-colors duration-150 ease-out large-text:wrap-anywhere',
    'aria-disabled:cursor-not-allowed aria-disabled:opacity-55 disabled:cursor-not-allowed disabled:opacity-55',
    TONES[tone],
    SIZES[size],
    wide && 'w-full',
    className,
  )
}

export interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
  /** The button keeps its focus but does nothing; a spinner shows after 200 ms. */
  pending?: boolean
  /** For screen readers while pending. */
  pendingLabel?: string
  /** The button keeps its focus but does nothing for now. */
  paused?: boolean
}

export function Button({
  tone,
  size,
  wide,
  pending = false,
  pendingLabel,
  paused = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const inactive = pending || paused
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={inactive || undefined}
      aria-busy={pending || undefined}
      onClick={inactive ? (event) => event.preventDefault() : onClick}
      className={buttonLook({ tone, size, wide }, className)}
    >
      {pending && <Spinner label={pendingLabel} />}
      {/* A page translator replaces text nodes: React must not insert the spinner before one. */}
      <span className="contents">{children}</span>
    </button>
  )
}

export interface LinkButtonProps extends ButtonLook, AppLinkProps {
  children: ReactNode
}

export function LinkButton({ tone, size, wide, className, ...rest }: LinkButtonProps) {
  return <AppLink {...rest} className={buttonLook({ tone, size, wide }, className)} />
}
