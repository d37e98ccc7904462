'use client'

import { Gavel, Globe, Languages, LogOut, Monitor, Moon, Signature, Sun } from 'lucide'
import { useRouter } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { type MouseEvent, useEffect, useState } from 'react'
import { CABINET_PAGES, CABINET_ROUTES } from '@/components/layout/cabinet-pages'
import { chooseTheme } from '@/components/layout/header-controls'
import { leaveAccount } from '@/components/session/log-out'
import { Dialog } from '@/components/ui/dialog'
import { hasWords, type Hit, type HitGroup } from '@/components/ui/palette'
import { PaletteList } from '@/components/ui/palette-list'
import { api } from '@/lib/api/browser'
import { LANGUAGE_NAMES, type Locale, LOCALES } from '@/lib/config/constants'
import type { Agreement, CabinetAuction } from '@/lib/contract/cabinet'
import { formatPrice, formatQuantity, numberSign } from '@/lib/i18n/formats'
import { auctionPath, pathFor } from '@/lib/i18n/route-names'
import { switchLocale } from '@/lib/i18n/routing'

interface PaletteDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export default function PaletteDialog({ isOpen, onOpenChange }: PaletteDialogProps) {
  const t = useTranslations('Palette')
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title={t('title')}
      description={t('hint')}
      closeLabel={t('close')}
      size="wide"
    >
      {isOpen && <SearchBox onLeave={() => onOpenChange(false)} />}
    </Dialog>
  )
}

function SearchBox({ onLeave }: { onLeave: () => void }) {
  const t = useTranslations('Palette')
  const tHeader = useTranslations('Header')
  const locale = useLocale()
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const [hasFailed, setFailed] = useState(false)
  const signOut: Hit = {
    key: 'sign-out',
    title: tHeader('logout'),
    icon: LogOut,
    run: () => void leaveAccount(locale).then(setFailed),
  }
  const offers = useOffers(signOut)
  const records = useRecords(locale)
  const groups = [...offers, ...records.groups]
    .map(({ title, items }) => ({ title, items: items.filter((hit) => hasWords(hit, text, locale)) }))
    .filter(({ items }) => items.length > 0)
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)
  const isComplete = records.state === 'ready'

  function open(event: MouseEvent, hit: Hit): void {
    // With a modifier the browser opens a new tab.
    if (hit.href !== undefined && (event.ctrlKey || event.metaKey || event.shiftKey)) return
    // The palette stays open to show a failed sign-out.
    if (hit.key !== signOut.key) onLeave()
    hit.run?.()
    if (hit.href === undefined) return
    event.preventDefault()
    router.push(hit.href)
  }

  return (
    <PaletteList
      label={t('title')}
      placeholder={t('placeholder')}
      typed={typed}
      onType={setTyped}
      groups={groups}
      status={isComplete ? t('found', { count }) : ''}
      onOpen={open}
    >
      {hasFailed && (
        <p role="alert" className="text-small text-lose-text">
          {tHeader('logoutFailed')}
        </p>
      )}
      {records.state === 'failed' && <p className="text-small text-lose-text">{t('failed')}</p>}
      {isComplete && count === 0 && <p className="text-small text-soft">{t('none')}</p>}
    </PaletteList>
  )
}

const THEMES = { light: Sun, dark: Moon, system: Monitor } as const

/** Pages and actions. */
function useOffers(signOut: Hit): HitGroup[] {
  const t = useTranslations('Palette')
  const tHeader = useTranslations('Header')
  const tTheme = useTranslations('Theme')
  const locale = useLocale()
  const pages = CABINET_ROUTES.map((route) => ({
    key: route,
    title: tHeader(CABINET_PAGES[route].text),
    icon: CABINET_PAGES[route].icon,
    href: pathFor(route, locale),
  }))
  const actions: Hit[] = [
    {
      key: 'history',
      title: t('history'),
      icon: Gavel,
      href: `${pathFor('cabinet', locale)}?view=history`,
    },
    { key: 'site', title: tHeader('toSite'), icon: Globe, href: pathFor('index', locale) },
    ...(Object.keys(THEMES) as (keyof typeof THEMES)[]).map((theme) => ({
      key: theme,
      title: tTheme(theme),
      icon: THEMES[theme],
      run: () => chooseTheme(theme),
    })),
    ...LOCALES.filter((language) => language !== locale).map((language) => ({
      key: language,
      title: LANGUAGE_NAMES[language],
      icon: Languages,
      href: switchLocale(window.location, language),
    })),
    signOut,
  ]
  return [
    { title: t('pages'), items: pages },
    { title: t('actions'), items: actions },
  ]
}

interface Records {
  state: 'loading' | 'failed' | 'ready'
  groups: HitGroup[]
}

/** The newest own auctions and agreements, read when the palette opens. */
function useRecords(locale: Locale): Records {
  const t = useTranslations('Palette')
  const [read, setRead] = useState<{ auctions: CabinetAuction[]; agreements: Agreement[] } | 'failed' | null>(null)
  useEffect(() => {
    let isLeft = false
    Promise.all([
      api.cabinet.auctions({ lang: locale, scope: 'mine', limit: 100 }),
      api.cabinet.agreements({ lang: locale, limit: 100 }),
    ]).then(
      ([auctions, agreements]) => {
        if (!isLeft) setRead({ auctions: auctions.data.list, agreements: agreements.data.list })
      },
      () => {
        if (!isLeft) setRead('failed')
      },
    )
    return () => {
      isLeft = true
    }
  }, [locale])
  if (read === null) return { state: 'loading', groups: [] }
  if (read === 'failed') return { state: 'failed', groups: [] }
  return {
    state: 'ready',
    groups: [
      {
        title: t('auctions'),
        items: read.auctions.map(({ auction }) => ({
          key: `auction-${auction.id}`,
          title: `${numberSign(auction.number, locale)} · ${auction.title}`,
          detail: formatQuantity(auction.volume, locale, auction.category.unit),
          icon: Gavel,
          href: auctionPath(auction, locale),
        })),
      },
      {
        title: t('agreements'),
        items: read.agreements.map((agreement) => ({
          key: `agreement-${agreement.id}`,
          title: `${agreement.name} · ${agreement.product}`,
          detail: formatPrice(agreement.sum, locale),
          icon: Signature,
          href: `${pathFor('cabinet-agreements', locale)}?${new URLSearchParams({
            ...(agreement.status === 'archived' && { status: 'archived' }),
            search: agreement.number,
          })}#agreement-${agreement.id}`,
        })),
      },
    ],
  }
}
