'use client'

import { useSearchParams } from 'next/navigation'
import {
  type MouseEvent,
  type ReactNode,
  Suspense,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useSyncExternalStore,
} from 'react'
import { localStore } from '@/lib/browser/storage'
import { hasSession } from '@/lib/browser/cookies'
import { useShownPath } from '@/components/layout/route-name'
import { type Theme, THEME_KEY } from '@/components/layout/theme-script'
import { userStore } from '@/components/session/user-store'
import { classNames } from '@/components/ui/class-names'
import { PageLink } from '@/components/ui/link'
import { type Locale, LOCALES } from '@/lib/config/constants'
import { switchLocale } from '@/lib/i18n/routing'

export interface BurgerMenuProps {
  open: { label: string; icon: ReactNode }
  close: { label: string; icon: ReactNode }
  children: ReactNode
}

/**
 * The slide-in menu of narrow screens, a native modal dialog. A click on a link or beside the panel closes it (specification,
 * point 2). Without JavaScript it unfolds below the header.
 */
export function BurgerMenu({ open, close, children }: BurgerMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const dialog = useRef<HTMLDialogElement>(null)

  // After a tablet is turned, the hidden but modal panel would block the page.
  useEffect(() => {
    const closeWhereUnfolded = () => {
      if (button.current?.getClientRects().length === 0) dialog.current?.close()
    }
    window.addEventListener('resize', closeWhereUnfolded)
    return () => window.removeEventListener('resize', closeWhereUnfolded)
  }, [])

  function closeByClick(event: MouseEvent<HTMLDialogElement>) {
    const target = event.target as Element
    if (target === event.currentTarget || target.closest('a')) event.currentTarget.close()
  }

  return (
    <>
      <noscript>
        <details className="unfolded:hidden">
          <summary
            aria-label={open.label}
            className="grid size-[44px] place-items-center rounded-full bg-header-chip text-header-text"
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
      <div className="noscript:hidden unfolded:hidden">
        <button
          ref={button}
          type="button"
          aria-label={open.label}
          aria-haspopup="dialog"
          onClick={() => dialog.current?.showModal()}
          className="grid size-[44px] place-items-center rounded-full bg-header-chip text-header-text hover:bg-white/25"
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

interface LanguageLinksProps {
  current: Locale
  names: Record<Locale, string>
  className?: string
}

type LanguageLinkProps = Omit<LanguageLinksProps, 'names'> & { locale: Locale; name: string }

/**
 * The same page in the other languages, with its query. A static page is rendered without one, so the script adds it; the fragment is
 * added when a link is about to be used.
 *
 * Each link has its own boundary: React moves a boundary of more than 500 bytes to the end of the page, and without scripts the
 * fallback would remain.
 */
export function LanguageLinks({ names, ...props }: LanguageLinksProps) {
  return LOCALES.map((locale) => (
    <Suspense key={locale} fallback={<LanguageLink {...props} locale={locale} name={names[locale]} search="" />}>
      <LinkWithQuery {...props} locale={locale} name={names[locale]} />
    </Suspense>
  ))
}

function LinkWithQuery(props: LanguageLinkProps) {
  const search = useSearchParams().toString()
  return <LanguageLink {...props} search={search === '' ? '' : `?${search}`} />
}

function LanguageLink({ current, locale, name, className, search }: LanguageLinkProps & { search: string }) {
  const pathname = useShownPath()

  function addFragment(event: SyntheticEvent<HTMLAnchorElement>) {
    const to = event.currentTarget.hreflang as Locale
    const { pathname, search, hash } = window.location
    event.currentTarget.href = switchLocale({ pathname, search, hash }, to)
  }

  return (
    <a
      href={switchLocale({ pathname, search }, locale)}
      hrefLang={locale}
      lang={locale}
      aria-current={locale === current ? 'true' : undefined}
      onPointerDown={addFragment}
      onFocus={addFragment}
      onClick={addFragment}
      className={className}
    >
      {name}
    </a>
  )
}

interface ThemeSwitchProps {
  label: string
  choices: Record<Theme, { name: string; icon: ReactNode }>
  onHeader?: boolean
}

const ON_SURFACE = 'text-soft hover:text-text has-checked:bg-raised has-checked:text-text has-checked:shadow-card'
const ON_HEADER = 'text-header-soft hover:text-header-text has-checked:bg-white/15 has-checked:text-header-text'
const THEME_CHANGED = 'portal-theme'

function subscribeToTheme(onChange: () => void) {
  window.addEventListener(THEME_CHANGED, onChange)
  return () => window.removeEventListener(THEME_CHANGED, onChange)
}

function readTheme(): Theme {
  const stored = document.documentElement.dataset.theme
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function chooseTheme(theme: Theme) {
  if (theme === 'system') localStore.removeItem(THEME_KEY)
  else localStore.setItem(THEME_KEY, theme)
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  window.dispatchEvent(new Event(THEME_CHANGED))
}

export function ThemeSwitch({ label, choices, onHeader = false }: ThemeSwitchProps) {
  const group = useId()
  const current = useSyncExternalStore(subscribeToTheme, readTheme, () => 'system' as const)
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classNames(
        'inline-flex gap-0.5 noscript:hidden rounded-md border p-0.5',
        onHeader ? 'border-header-line bg-white/5' : 'border-line bg-sunken',
      )}
    >
      {(Object.keys(choices) as Theme[]).map((theme) => {
        const { name, icon } = choices[theme]
        return (
          <label
            key={theme}
            title={name}
            className={classNames(
              'relative grid size-9 place-items-center rounded-[10px] transition-colors duration-150',
              onHeader ? ON_HEADER : ON_SURFACE,
            )}
          >
            {/* A native radio button over its icon: arrow keys and one tab stop for all three. */}
            <input
              type="radio"
              name={group}
              value={theme}
              checked={current === theme}
              aria-label={name}
              onChange={() => chooseTheme(theme)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-[10px]"
            />
            {icon}
          </label>
        )
      })}
    </div>
  )
}

/** Whether there is a session; updated when the window gets the focus and when the API refuses the session. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(
    subscribeToSession,
    () => userStore.ended() === null && hasSession(),
    () => false,
  )
}

function subscribeToSession(onChange: () => void) {
  window.addEventListener('focus', onChange)
  const unsubscribe = userStore.subscribe(onChange)
  return () => {
    window.removeEventListener('focus', onChange)
    unsubscribe()
  }
}

interface UserLinkProps {
  cabinet: { href: string; label: string }
  login: { href: string; label: string }
  icon: ReactNode
  /** Over the icon of somebody who is signed in. */
  badge?: ReactNode
  /** Shows the label beside the icon. */
  withText?: boolean
  className?: string
}

/** A link to the cabinet, or to signing in. Decided in the browser, so that public pages stay static. */
export function UserLink({ cabinet, login, icon, badge, withText = false, className }: UserLinkProps) {
  const isSignedIn = useSignedIn()
  const { href, label } = isSignedIn ? cabinet : login
  return (
    <PageLink
      href={href}
      aria-label={withText ? undefined : label}
      title={withText ? undefined : label}
      className={className}
    >
      {icon}
      {isSignedIn && badge}
      {withText && <span>{label}</span>}
    </PageLink>
  )
}
