import type { ServerProps } from 'payload'
import { Mark } from './mark'

/** Above the sign-in form: the company as the settings name it. */
export async function Logo({ payload, i18n }: ServerProps) {
  const settings = await payload.findGlobal({ slug: 'settings', locale: localeOf(i18n.language), depth: 0 })
  return (
    <div className="desk-logo">
      <Mark size={44} />
      <span>{settings.company_name ?? ''}</span>
    </div>
  )
}

function localeOf(language: string): 'uk' | 'en' | 'ru' {
  return language === 'en' || language === 'ru' ? language : 'uk'
}
