import { useLocale, useTranslations } from 'next-intl'
import { ContactPhones, WorkingHours } from '@/components/layout/site-footer'
import type { SiteFrame } from '@/components/layout/site-frame'
import { AppLink } from '@/components/ui/link'
import { Card } from '@/components/ui/card'

export type ContactDetails = Pick<SiteFrame, 'contacts' | 'supportEmail' | 'workingHours'>

export function ContactSheet({ details }: { details: ContactDetails }) {
  const t = useTranslations('Footer')
  const locale = useLocale()
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,16rem),1fr))] gap-4">
      {details.contacts.map((contact) => (
        <Card key={contact.label} as="div" className="grid content-start gap-3">
          {contact.label && <h3 className="text-h3">{contact.label}</h3>}
          <ContactPhones contact={contact} />
          {contact.socials.length > 0 && (
            <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small">
              {contact.socials.map((social) => (
                <li key={social.url}>
                  <AppLink
                    href={social.url}
                    locale={locale}
                    className="rounded-sm font-medium text-link hover:underline"
                  >
                    {social.name}
                  </AppLink>
                </li>
              ))}
            </ul>
          )}
        </Card>
      ))}
      {(details.supportEmail || details.workingHours) && (
        <Card as="div" className="grid content-start gap-3">
          {details.supportEmail && (
            <>
              <h3 className="text-h3">{t('support')}</h3>
              <AppLink
                href={details.supportEmail}
                className="justify-self-start rounded-sm font-semibold text-link [overflow-wrap:anywhere] hover:underline"
              >
                {details.supportEmail}
              </AppLink>
            </>
          )}
          {details.workingHours && (
            <div className="grid gap-0.5 text-small">
              <p className="text-soft">{t('workingHours')}</p>
              <WorkingHours hours={details.workingHours} />
            </div>
          )}
        </Card>
      )}
    </div>
  )
}
