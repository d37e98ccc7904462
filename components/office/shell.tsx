'use client'

import { Dialog } from '@base-ui/react/dialog'
import { CircleUserRound, Globe, LogOut, Menu, Monitor, Moon, PencilLine, Sun, X } from 'lucide'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { ThemeSwitch } from '@/components/layout/header-controls'
import { useOfficeActions } from '@/components/office/actions'
import { Badge } from '@/components/office/kit'
import { Palette } from '@/components/office/palette'
import { CONTENT, isManager, type Room, roomPath, roomsFor } from '@/components/office/rooms'
import { useOfficeText } from '@/components/office/office-text'
import { useStaff } from '@/components/office/staff-context'
import { countByRoom, useDashboard } from '@/components/office/tasks'
import { classNames } from '@/components/ui/class-names'
import { Flame, Icon } from '@/components/ui/icon'
import { DisclosureMenu, MENU_ENTRY_LOOK } from '@/components/ui/menu'
import { LANGUAGE_NAMES, LOCALES } from '@/lib/config/constants'

export const MAIN_ID = 'office-content'

/** The frame of every room: the menu at the left, the palette and the account at the top. */
export function OfficeShell({ children }: { children: ReactNode }) {
  const { t } = useOfficeText()
  const { role } = useStaff()
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] lg:grid-cols-[14.5rem_minmax(0,1fr)] print:block">
      <a
        href={`#${MAIN_ID}`}
        className="fixed left-3 top-3 z-60 -translate-y-20 rounded-md bg-action px-4 py-2.5 font-semibold text-on-action focus:translate-y-0"
      >
        {t('skipToContent')}
      </a>
      <aside
        data-print="hide"
        className="sticky top-0 hidden h-dvh flex-col gap-4 overflow-y-auto border-r border-line bg-surface px-3 py-4 lg:flex"
      >
        <Brand />
        <RoomMenu />
      </aside>
      <div className="flex min-w-0 flex-col">
        <header
          data-print="hide"
          className="sticky top-0 z-30 flex min-h-14 items-center gap-2 border-b border-line bg-surface px-4 sm:gap-3 sm:px-6"
        >
          <MenuPanel />
          {/* It searches managers' records. */}
          {isManager(role) && <Palette />}
          <div className="ml-auto flex items-center gap-2">
            <AccountMenu />
          </div>
        </header>
        <main
          id={MAIN_ID}
          tabIndex={-1}
          className="w-full max-w-[110rem] flex-1 px-4 pb-16 pt-5 outline-none sm:px-6 print:p-0"
        >
          {children}
        </main>
      </div>
    </div>
  )
}

function Brand() {
  const { t } = useOfficeText()
  return (
    <Link
      href={roomPath('dashboard')}
      prefetch={false}
      className="flex min-h-10 items-center gap-2.5 rounded-sm px-2.5 font-semibold"
    >
      <Flame className="h-6 w-auto shrink-0" />
      {t('office')}
    </Link>
  )
}

const ENTRY =
  'flex min-h-9 items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-small leading-snug hover:bg-hover max-lg:min-h-11 focus-visible:outline-offset-[-2px]'

function RoomMenu({ onLeave }: { onLeave?: () => void }) {
  const { t } = useOfficeText()
  const { role } = useStaff()
  const path = usePathname()
  const { data } = useDashboard()
  const counts = data && countByRoom(data.inbox.counts)
  const isOpen = (room: Room) =>
    room === 'dashboard' ? path === roomPath(room) : path === roomPath(room) || path.startsWith(`${roomPath(room)}/`)
  return (
    <nav aria-label={t('menu')} className="grid gap-4">
      {roomsFor(role).map(({ group, rooms }) => (
        <div key={group}>
          <p id={`menu-${group}`} className="px-2.5 pb-1 text-fine font-medium text-soft">
            {t(`group_${group}`)}
          </p>
          <ul aria-labelledby={`menu-${group}`} className="grid gap-0.5">
            {rooms.map(({ name, icon }) => (
              <li key={name}>
                <Link
                  href={roomPath(name)}
                  prefetch={false}
                  aria-current={isOpen(name) ? 'page' : undefined}
                  onClick={onLeave}
                  className={classNames(
                    ENTRY,
                    'aria-[current=page]:bg-plan aria-[current=page]:font-semibold aria-[current=page]:text-plan-text',
                  )}
                >
                  <Icon of={icon} className="size-4.5 shrink-0" />
                  {t(`room_${name}`)}
                  {counts?.has(name) && <RoomCount count={counts.get(name) ?? 0} />}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <div>
        <p id="menu-site" className="px-2.5 pb-1 text-fine font-medium text-soft">
          {t('group_site')}
        </p>
        <ul aria-labelledby="menu-site" className="grid gap-0.5">
          {isManager(role) && (
            <li>
              <a href={CONTENT} className={ENTRY}>
                <Icon of={PencilLine} className="size-4.5 shrink-0" />
                {t('siteContent')}
              </a>
            </li>
          )}
          <li>
            <a href="/" className={ENTRY}>
              <Icon of={Globe} className="size-4.5 shrink-0" />
              {t('publicSite')}
            </a>
          </li>
        </ul>
      </div>
    </nav>
  )
}

function RoomCount({ count }: { count: number }) {
  const { t } = useOfficeText()
  return (
    <>
      <span className="sr-only">{`(${t('tasksInRoom', { count })})`}</span>
      <span aria-hidden className="ml-auto">
        <Badge count={count} />
      </span>
    </>
  )
}

/** The menu of narrow screens. */
function MenuPanel() {
  const { t } = useOfficeText()
  const [open, setOpen] = useState(false)
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger
        aria-label={t('menu')}
        className="-ml-2 grid size-11 shrink-0 place-items-center rounded-md hover:bg-hover lg:hidden"
      >
        <Icon of={Menu} className="size-5" />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-(--veil)" />
        <Dialog.Popup className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col gap-4 overflow-y-auto bg-surface p-4 text-text shadow-float outline-none">
          <div className="flex items-center justify-between">
            <Dialog.Title className="sr-only">{t('menu')}</Dialog.Title>
            <Brand />
            <Dialog.Close aria-label={t('close')} className="grid size-11 place-items-center rounded-md hover:bg-hover">
              <Icon of={X} className="size-5" />
            </Dialog.Close>
          </div>
          <RoomMenu onLeave={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function AccountMenu() {
  const { t, locale } = useOfficeText()
  const { name, role } = useStaff()
  const { signOut, chooseLanguage } = useOfficeActions()

  return (
    <DisclosureMenu
      width="user-menu"
      align="end"
      chevron="wide"
      ariaLabel={`${t('account')}: ${name}`}
      label={
        <span className="flex min-w-0 items-center gap-2 text-small">
          <Icon of={CircleUserRound} className="size-5 shrink-0" />
          <span className="hidden max-w-48 truncate font-semibold sm:block md:max-w-80">{name}</span>
        </span>
      }
      className="rounded-md px-2.5 hover:bg-hover"
    >
      <p className="px-3 py-2 text-small">
        <b className="block font-semibold wrap-anywhere">{name}</b>
        <span className="text-soft">{t(`role_${role}`)}</span>
      </p>
      <Link href="/office/account" prefetch={false} className={MENU_ENTRY_LOOK}>
        {t('account')}
      </Link>
      <ul aria-label={t('language')} className="grid">
        {LOCALES.map((language) => (
          <li key={language}>
            <button
              type="button"
              lang={language}
              aria-current={language === locale ? 'true' : undefined}
              onClick={() => chooseLanguage(language)}
              className={MENU_ENTRY_LOOK}
            >
              {LANGUAGE_NAMES[language]}
            </button>
          </li>
        ))}
      </ul>
      <div className="px-3 py-2">
        <ThemeSwitch
          label={t('theme')}
          choices={{
            light: { name: t('themeLight'), icon: <Icon of={Sun} className="size-4.5" /> },
            dark: { name: t('themeDark'), icon: <Icon of={Moon} className="size-4.5" /> },
            system: { name: t('themeSystem'), icon: <Icon of={Monitor} className="size-4.5" /> },
          }}
        />
      </div>
      <button
        type="button"
        aria-busy={signOut.pending || undefined}
        onClick={() => void signOut.run()}
        className={MENU_ENTRY_LOOK}
      >
        <Icon of={LogOut} className="size-4.5" />
        {t('signOut')}
      </button>
    </DisclosureMenu>
  )
}
