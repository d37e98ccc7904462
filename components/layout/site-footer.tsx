import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { FailedSection } from '@/components/content/failed-section'
import { AppLink, phoneAddress } from '@/components/ui/link'
import type { Locale } from '@/lib/config/constants'
import type { Settings } from '@/lib/contract/content'
import { Logo, ThemeChoice } from '@/components/layout/header-parts'
import type { SiteFrame } from './site-frame'

export function ContactPhones({ contact }: { contact: Settings['contacts'][number] }) {
  return (
    <ul className="grid gap-3">
      {contact.phones.map((phone) => (
        <li key={phone.number}>
          {phone.label && <div className="text-fine opacity-75">{phone.label}</div>}
          <a
            href={phoneAddress(phone.number)}
            className="numbers inline-flex items-center rounded-sm font-semibold underline-offset-4 hover:underline max-sm:min-h-11"
          >
            {phone.number}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** "Mon–Thu 09:00–18:00, Fri 09:00–16:45": wraps between the parts only. */
export function WorkingHours({ hours, className }: { hours: string; className?: string }) {
  const parts = hours.split(/(?<=,) /)
  return (
    <p className={className}>
      {parts.map((part, index) => (
        <span key={part} className="inline-block whitespace-pre-line">
          {part}
          {index < parts.length - 1 && '\u00A0'}
        </span>
      ))}
    </p>
  )
}

const LINK =
  'inline-flex items-center rounded-sm py-1 max-sm:min-h-11 text-header-soft underline-offset-4 hover:text-header-text hover:underline'

export function SiteFooter({ frame, locale }: { frame: SiteFrame; locale: Locale }) {
  const t = useTranslations('Footer')
  const header = useTranslations('Header')
  const error = useTranslations('ErrorPage')
  return (
    <footer
      data-header=""
      data-print="hide"
      className="mt-auto border-t border-header-line bg-header-deep text-small text-header-text"
    >
      <div className="page-width grid gap-10 py-12 sm:grid-cols-2 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1.5fr)_minmax(0,1fr)_minmax(0,1fr)] lg:py-16">
        <div className="grid content-start gap-5">
          <Logo company={frame.company} label={header('home', { company: frame.company })} locale={locale} />
          {frame.workingHours && (
            <Column title={t('workingHours')}>
              <WorkingHours hours={frame.workingHours} className="max-w-[34ch] text-header-soft" />
            </Column>
          )}
        </div>
        {frame.footerMenu.length > 0 && (
          <nav aria-label={t('label')}>
            <Column title={t('sections')}>
              <MenuList
                items={frame.footerMenu.flatMap((item) => [item, ...item.children])}
                locale={locale}
                inColumns
              />
            </Column>
          </nav>
        )}
        {frame.menusFailed && (
          <Column title={t('sections')}>
            <FailedSection text={error('sectionFailed')} />
          </Column>
        )}
        {frame.settingsFailed && !frame.menusFailed && (
          <Column title={t('contacts')}>
            <FailedSection text={error('sectionFailed')} />
          </Column>
        )}
        {frame.contacts.length > 0 && (
          <Column title={t('contacts')}>
            <div className="grid gap-4">
              {frame.contacts.map((contact) => (
                <div key={contact.label} className="grid gap-1">
                  {contact.label && <div className="text-header-soft">{contact.label}</div>}
                  <ContactPhones contact={contact} />
                </div>
              ))}
            </div>
          </Column>
        )}
        <div className="grid content-start gap-6">
          {frame.supportEmail && (
            <Column title={t('support')}>
              <AppLink
                href={frame.supportEmail}
                className="inline-flex items-center rounded-sm font-semibold underline-offset-4 [overflow-wrap:anywhere] hover:underline max-sm:min-h-11"
              >
                {frame.supportEmail}
              </AppLink>
            </Column>
          )}
          {frame.socials.length > 0 && (
            <Column title={t('links')}>
              <MenuList items={frame.socials} locale={locale} />
            </Column>
          )}
        </div>
      </div>
      <div className="page-width">
        <div className="flex flex-wrap items-center justify-between gap-4 border-t border-header-line py-5 text-header-soft">
          <p>{frame.copyright}</p>
          <ThemeChoice onHeader />
        </div>
      </div>
    </footer>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-3">
      <h2 className="text-small font-semibold">{title}</h2>
      {children}
    </div>
  )
}

/** Longer lists use two columns. */
const ONE_COLUMN = 7

function MenuList({
  items,
  locale,
  inColumns = false,
}: {
  items: { name: string; url: string }[]
  locale: Locale
  inColumns?: boolean
}) {
  return (
    <ul className={inColumns && items.length > ONE_COLUMN ? 'columns-[2_8rem] gap-x-6' : 'grid gap-1'}>
      {items.map((item) => (
        <li key={`${item.name} ${item.url}`} className="break-inside-avoid">
          <AppLink href={item.url} locale={locale} className={LINK}>
            {item.name}
          </AppLink>
        </li>
      ))}
    </ul>
  )
}
