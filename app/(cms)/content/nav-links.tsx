'use client'

import { Link, useNav, usePreferences } from '@payloadcms/ui'
import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import { useCmsText } from '@/app/(cms)/content/cms-text'

export function NavLinks({ withOffice }: { withOffice: boolean }) {
  const { t } = useCmsText()
  const isStart = usePathname() === '/admin'
  useOpenMenu()
  return (
    <div className="nav-start">
      {withOffice && (
        <a href="/office" className="nav__link">
          ← {t('toOffice')}
        </a>
      )}
      <Link href="/admin" prefetch={false} className="nav__link" aria-current={isStart ? 'page' : undefined}>
        {isStart && <div className="nav__link-indicator" />}
        <span className="nav__link-label">{t('startPage')}</span>
      </Link>
    </div>
  )
}

/** The menu fits beside the content from this width. */
const FITS = '(min-width: 1025px)'

/** Payload closes the menu on screens up to 1440 pixels wide, whatever the editor prefers. */
function useOpenMenu(): void {
  const { hydrated, setNavOpen } = useNav()
  const { getPreference } = usePreferences()
  useEffect(() => {
    if (!hydrated || !window.matchMedia(FITS).matches) return
    let isCurrent = true
    void getPreference<{ open?: boolean }>('nav').then((preference) => {
      if (isCurrent && preference?.open !== false) setNavOpen(true)
    })
    return () => {
      isCurrent = false
    }
  }, [hydrated, getPreference, setNavOpen])
}
