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
import { type Locale, LOCALES, MENU_BREAKPOINT } from '@/lib/config/constants'
import { switchLocale } from '@/lib/i18n/routing'

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

interface LanguageLinksProps {
  current: Locale
  names: Record<Locale, string>
  className?: string
}

type LanguageLinkProps = Omit<LanguageLinksProps, 'names'> & { locale: Locale; name: string }

/**
 * The same page in the other languages, its query included. A page that is the same for everybody is made without one: there the
 * query comes from the address with the page's script. The fragment, which no server sees, is added when a link is about to be used.
 *
 * A boundary for each link: React writes one of more than 500 bytes behind the page, where only a script finds it, and a visit
 * without scripts would stay with the fallback.
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
  /** Drawn for the dark header instead of a light surface. */
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

function chooseTheme(theme: Theme) {
  if (theme === 'system') localStore.removeItem(THEME_KEY)
  else localStore.setItem(THEME_KEY, theme)
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  window.dispatchEvent(new Event(THEME_CHANGED))
}

/** Light, dark, or as the device says. */
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
            {/* Over its picture: the browser brings the arrow keys and one tab stop for all three. */}
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

/** Whether someone is signed in, by the readable companion cookie; it changes with a page load, a focus of the window, and where the API refuses the session. */
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
  /** Shows the words beside the icon (in the slide-in menu). */
  withText?: boolean
  className?: string
}

/** To the cabinet where somebody is signed in, else to the login. Read in the browser, so that public pages stay static. */
export function UserLink({ cabinet, login, icon, withText = false, className }: UserLinkProps) {
  const { href, label } = useSignedIn() ? cabinet : login
  return (
    <PageLink
      href={href}
      aria-label={withText ? undefined : label}
      title={withText ? undefined : label}
      className={className}
    >
      {icon}
      {withText && <span>{label}</span>}
    </PageLink>
  )
}
