'use client'

import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { MENU_BREAKPOINT } from '@/lib/config/constants'

export interface BurgerMenuProps {
  open: { label: string; icon: ReactNode }
  close: { label: string; icon: ReactNode }
  children: ReactNode
}

/**
 * The slide-in menu of narrow screens: a native modal dialog, which brings the focus trap, Escape and the inert page
 * behind it. A click on a link or beside the panel closes it (specification, point 2).
 * Without JavaScript it unfolds below the header.
 */
export function BurgerMenu({ open, close, children }: BurgerMenuProps) {
  const dialog = useRef<HTMLDialogElement>(null)

  // A tablet may be turned while the panel is open: hidden but still modal, it would leave a page that answers nothing.
  useEffect(() => {
    const closeWhereWide = () => {
      if (window.innerWidth > MENU_BREAKPOINT) dialog.current?.close()
    }
    window.addEventListener('resize', closeWhereWide)
    return () => window.removeEventListener('resize', closeWhereWide)
  }, [])

  function closeByClick(event: MouseEvent<HTMLDialogElement>) {
    const target = event.target as Element
    if (target === event.currentTarget || target.closest('a')) event.currentTarget.close()
  }

  return (
    <>
      <noscript>
        <details className="xl:hidden">
          <summary
            aria-label={open.label}
            className="grid size-11 place-items-center rounded-full bg-header-chip text-header-text"
          >
            {open.icon}
          </summary>
          <div
            data-surface=""
            className="absolute right-0 top-full z-40 flex w-(--width-mobile-menu) max-w-full flex-col gap-6 bg-surface p-4 text-text shadow-float sm:p-6"
          >
            {children}
          </div>
        </details>
      </noscript>
      <div className="noscript:hidden xl:hidden">
        <button
          type="button"
          aria-label={open.label}
          aria-haspopup="dialog"
          onClick={() => dialog.current?.showModal()}
          className="grid size-11 place-items-center rounded-full bg-header-chip text-header-text hover:bg-white/25"
        >
          {open.icon}
        </button>
        <dialog
          ref={dialog}
          aria-label={open.label}
          onClick={closeByClick}
          data-surface=""
          className="slide-in bg-surface text-text"
        >
          <div className="flex min-h-full flex-col gap-6 p-4 sm:p-6">
            <button
              type="button"
              aria-label={close.label}
              onClick={() => dialog.current?.close()}
              className="grid size-11 place-items-center self-end rounded-full bg-sunken hover:bg-hover"
            >
              {close.icon}
            </button>
            {children}
          </div>
        </dialog>
      </div>
    </>
  )
}
