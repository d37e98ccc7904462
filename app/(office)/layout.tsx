import type { Metadata, Viewport } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { fontVariables } from '@/app/fonts'
import { MenuBehaviour } from '@/components/layout/menu-behaviour'
import { THEME_SCRIPT } from '@/components/layout/theme-script'
import './office.css'

export const dynamic = 'force-dynamic'

export const viewport: Viewport = { colorScheme: 'light dark' }

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Office')
  return {
    title: { template: `%s · ${t('office')}`, default: t('office') },
    robots: { index: false, follow: false },
    formatDetection: { telephone: false },
    icons: { icon: '/icon.svg' },
  }
}

export default async function OfficeLayout({ children }: { children: ReactNode }) {
  return (
    <html lang={await getLocale()} className={fontVariables} suppressHydrationWarning>
      <head>
        <script dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
      </head>
      <body>
        {children}
        <MenuBehaviour />
      </body>
    </html>
  )
}
