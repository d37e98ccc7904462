'use client'

import { keepPreviousData } from '@tanstack/react-query'
import { CircleUserRound, Globe, History, Languages, LogOut, Monitor, Moon, PencilLine, Plus, Sun } from 'lucide'
import { useRouter } from 'next/navigation'
import { type MouseEvent, useCallback, useEffect, useState } from 'react'
import { chooseTheme } from '@/components/layout/header-controls'
import { useOfficeActions } from '@/components/office/actions'
import { FaultNotice, MutedText } from '@/components/office/kit'
import { useOfficeText } from '@/components/office/office-text'
import { useOfficeQuery } from '@/components/office/queries'
import { recentPages } from '@/components/office/recent'
import { CONTENT, isManager, OFFICE, roomPath, roomsFor } from '@/components/office/rooms'
import { useStaff } from '@/components/office/staff-context'
import { Dialog } from '@/components/ui/dialog'
import { hasWords, type Hit, type HitGroup, PaletteButton, usePaletteKeys } from '@/components/ui/palette'
import { PaletteList } from '@/components/ui/palette-list'
import { api } from '@/lib/api/browser'
import { LANGUAGE_NAMES, LOCALES } from '@/lib/config/constants'
import type { SearchResults } from '@/lib/contract/manager'
import { formatDateTime, formatPrice, formatQuantity, numberSign } from '@/lib/i18n/formats'

const DEBOUNCE_MS = 200

/** Search, rooms and actions, opened by "/" (unless something is being typed) or Ctrl-K (Command-K). */
export function Palette() {
  const { t } = useOfficeText()
  const [open, setOpen] = useState(false)

  const show = useCallback(() => setOpen(true), [])
  usePaletteKeys(show)

  return (
    <>
      <PaletteButton label={t('searchEverything')} onOpen={show} />
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t('searchEverything')}
        description={t('searchEverythingHint')}
        closeLabel={t('close')}
        size="wide"
      >
        {open && <SearchBox onLeave={() => setOpen(false)} />}
      </Dialog>
    </>
  )
}

/** Searches once typing has paused. */
function useSearch(text: string) {
  const { locale } = useOfficeText()
  const { role } = useStaff()
  const [debounced, setDebounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(setDebounced, DEBOUNCE_MS, text)
    return () => clearTimeout(timer)
  }, [text])
  const query = useOfficeQuery(
    ['search', debounced, locale],
    async () => (await api.manager.search({ text: debounced, lang: locale })).data,
    { enabled: debounced !== '' && text !== '' && isManager(role), placeholderData: keepPreviousData },
  )
  const isCurrent = debounced === text && query.isSuccess && !query.isPlaceholderData
  return { results: text === '' ? undefined : query.data, isCurrent, fault: query.fault }
}

function SearchBox({ onLeave }: { onLeave: () => void }) {
  const { t } = useOfficeText()
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const { results, isCurrent, fault } = useSearch(text)
  const offers = useOffers(text)
  const hits = useHits(results)
  const groups = [...offers, ...hits].filter(({ items }) => items.length > 0)
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)

  function open(event: MouseEvent, hit: Hit): void {
    // With a modifier the browser opens a new tab.
    if (hit.href !== undefined && (event.ctrlKey || event.metaKey || event.shiftKey)) return
    // Enter counts as a click (detail 0), and might open a hit of an earlier text.
    const isFound = hits.some(({ items }) => items.includes(hit))
    if (isFound && event.detail === 0 && !isCurrent) return event.preventDefault()
    onLeave()
    hit.run?.()
    if (hit.href === undefined || !isInOffice(hit.href)) return
    event.preventDefault()
    router.push(hit.href)
  }

  return (
    <PaletteList
      label={t('searchEverything')}
      placeholder={t('searchPlaceholder')}
      typed={typed}
      onType={setTyped}
      groups={groups}
      status={isCurrent ? t('foundCount', { count }) : ''}
      onOpen={open}
    >
      {fault && <FaultNotice fault={fault} />}
      {isCurrent && count === 0 && <MutedText>{t('nothingFound')}</MutedText>}
    </PaletteList>
  )
}

const isInOffice = (href: string) => href === OFFICE || href.startsWith(`${OFFICE}/`)

const THEMES = { light: ['themeLight', Sun], dark: ['themeDark', Moon], system: ['themeSystem', Monitor] } as const

/** What needs no search: records recently opened, until something is typed; rooms and actions that have the words typed. */
function useOffers(text: string): HitGroup[] {
  const { t, locale } = useOfficeText()
  const { id, role } = useStaff()
  const { signOut, chooseLanguage } = useOfficeActions()
  const [recent] = useState(() => recentPages(id).filter(({ href }) => href !== window.location.pathname))
  const rooms = roomsFor(role).flatMap(({ group, rooms: ofGroup }) =>
    ofGroup.map(({ name, icon }) => ({
      key: `room-${name}`,
      title: t(`room_${name}`),
      detail: t(`group_${group}`),
      icon,
      href: roomPath(name),
    })),
  )
  const actions: Hit[] = [
    ...(isManager(role)
      ? [
          { key: 'new-lot', title: t('newLot'), icon: Plus, href: `${roomPath('auctions')}/new` },
          { key: 'content', title: t('siteContent'), icon: PencilLine, href: CONTENT },
        ]
      : []),
    { key: 'site', title: t('publicSite'), icon: Globe, href: '/' },
    { key: 'account', title: t('account'), icon: CircleUserRound, href: `${OFFICE}/account` },
    ...(Object.keys(THEMES) as (keyof typeof THEMES)[]).map((theme) => ({
      key: `theme-${theme}`,
      title: `${t('theme')}: ${t(THEMES[theme][0])}`,
      icon: THEMES[theme][1],
      run: () => chooseTheme(theme),
    })),
    ...LOCALES.filter((language) => language !== locale).map((language) => ({
      key: `language-${language}`,
      title: `${t('language')}: ${LANGUAGE_NAMES[language]}`,
      icon: Languages,
      run: () => chooseLanguage(language),
    })),
    { key: 'sign-out', title: t('signOut'), icon: LogOut, run: () => void signOut.run() },
  ]
  const isMeant = (hit: Hit) => hasWords(hit, text, locale)
  return [
    {
      title: t('recentlyOpened'),
      items: text === '' ? recent.map(({ href, title }) => ({ key: href, title, href, icon: History })) : [],
    },
    { title: t('rooms'), items: rooms.filter(isMeant) },
    { title: t('actions'), items: actions.filter(isMeant) },
  ]
}

/** The results with their addresses. */
function useHits(results: SearchResults | undefined): HitGroup[] {
  const { t, nameOf, locale } = useOfficeText()
  if (results === undefined) return []
  return [
    {
      title: t('auctions'),
      items: results.lots.map(({ id, number, title, state }) => ({
        key: `lot-${id}`,
        title: `${numberSign(number ?? '—', locale)} · ${title || t('untitled')}`,
        detail: t(`auction_${state}`),
        href: state === 'draft' ? `/office/auctions/${id}` : `/office/auctions/${id}/console`,
      })),
    },
    {
      title: t('companies'),
      items: results.companies.map(({ id, name, edrpou, status }) => ({
        key: `company-${id}`,
        title: name,
        detail: `${edrpou} · ${t(`status_${status}`)}`,
        href: `/office/companies/${id}`,
      })),
    },
    {
      title: t('bids'),
      items: results.bids.map((bid) => ({
        key: `bid-${bid.auction_id}-${bid.seq}`,
        title: `${numberSign(`${bid.auction_number}/${bid.seq}`, locale)} · ${bid.company_name}`,
        detail: `${formatPrice(bid.price, locale)} × ${formatQuantity(bid.quantity, locale)} · ${formatDateTime(bid.received_at, locale)}`,
        href: `/office/auctions/${bid.auction_id}/console`,
      })),
    },
    {
      title: t('agreements'),
      items: results.agreements.map(({ id, number, name, company_name: company, sum }) => ({
        key: `agreement-${id}`,
        title: `${number} · ${company}`,
        detail: [name, formatPrice(sum, locale)].filter(Boolean).join(' · '),
        href: `/office/agreements/${id}`,
      })),
    },
    {
      title: t('emails'),
      items: results.emails.map(({ id, kind, subject, company_name: company, state, created_at: at }) => ({
        key: `letter-${id}`,
        title: subject ?? nameOf('emailkind', kind),
        detail: [company, t(`email_${state}`), formatDateTime(at, locale)].filter(Boolean).join(' · '),
        href: `/office/emails/${id}`,
      })),
    },
  ]
}
