'use client'

import { MonitorSmartphone } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { StatusNote } from '@/components/ui/notice'
import { Pill } from '@/components/ui/pill'
import { useListFocus } from '@/components/ui/removed-focus'
import { api } from '@/lib/api/browser'
import { orNullIfNotFound } from '@/lib/api/problems'
import type { Session } from '@/lib/contract/accounts'
import { formatDateTime } from '@/lib/i18n/formats'
import { useApiMutation } from '@/components/forms/use-api-mutation'
import { useFocusOnNew } from '@/components/forms/use-pages'

interface Device {
  browser: string
  system: string
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Microsoft Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** The browser and system of a User-Agent header, or null. The order matters: most browsers also claim to be others. */
export function deviceName(userAgent: string): Device | null {
  const browser = nameIn(BROWSERS, userAgent)
  const system = nameIn(SYSTEMS, userAgent)
  return browser && system ? { browser, system } : null
}

function nameIn(names: readonly (readonly [RegExp, string])[], userAgent: string): string | null {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
}

export const FEW_SESSIONS = 5

export function currentFirst<Item extends { current: boolean }>(sessions: readonly Item[]): Item[] {
  return [...sessions].sort((a, b) => Number(b.current) - Number(a.current))
}

export function SessionsList({ sessions }: { sessions: Session[] }) {
  const t = useTranslations('Cabinet.sessions')
  const locale = useLocale()
  const [ended, setEnded] = useState<readonly string[]>([])
  const [showsAll, setShowsAll] = useState(false)
  const end = useApiMutation(async (id: string) => {
    // It may have ended meanwhile.
    await orNullIfNotFound(api.auth.revokeSession({ id }))
    setEnded((before) => [...before, id])
  })

  const { list, leave } = useListFocus(ended)

  const nameOf = (session: Session) => {
    const device = deviceName(session.device)
    return device ? t('device', { ...device }) : t('unknown')
  }
  const live = currentFirst(sessions.filter((session) => !ended.includes(session.id)))
  const shown = showsAll ? live : live.slice(0, FEW_SESSIONS)
  const focusAfter = useFocusOnNew(shown.length)
  return (
    <>
      <ul ref={list} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] outline-none">
        {shown.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line py-4">
            <Icon of={MonitorSmartphone} className="size-5 shrink-0 text-soft" />
            <div className="min-w-0 flex-1 basis-48">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                <span>{nameOf(session)}</span>
                {session.current && <Pill tone="go">{t('current')}</Pill>}
              </p>
              <p className="numbers text-small text-soft">
                {session.address.replace(/^::ffff:/, '')} ·{' '}
                {t('started', { date: formatDateTime(session.created_at, locale) })}
              </p>
              <p className="numbers text-small text-soft">
                {t('lastSeen', { date: formatDateTime(session.last_seen_at, locale) })}
              </p>
            </div>
            {!session.current && (
              <Button
                size="sm"
                tone="outline"
                className="max-sm:ml-9"
                aria-label={t('revokeLabel', { device: nameOf(session) })}
                pending={end.sending === session.id}
                onClick={({ currentTarget }) => {
                  leave(currentTarget)
                  void end.run(session.id)
                }}
              >
                {t('revoke')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {live.length > shown.length && (
        <Button
          size="sm"
          tone="soft"
          className="mb-4 justify-self-start"
          onClick={({ currentTarget }) => {
            focusAfter(currentTarget, list.current?.lastElementChild)
            setShowsAll(true)
          }}
        >
          {t('more', { count: live.length - shown.length })}
        </Button>
      )}
      <StatusNote failure={end.failure} done={!end.pending && ended.length > 0 && t('revoked')} />
    </>
  )
}
