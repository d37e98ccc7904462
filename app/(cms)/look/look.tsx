import { Flame } from '@/components/ui/flame'
import { localeOrDefault } from '@/lib/i18n/locales'
import type { ServerProps } from 'payload'

/** In the corner of every screen of the back office. */
export function CornerMark() {
  return <Flame width={20} height={22} />
}

/** Above the sign-in form: the company as the settings name it. */
export async function Logo({ payload, i18n }: ServerProps) {
  const settings = await payload.findGlobal({ slug: 'settings', locale: localeOrDefault(i18n.language), depth: 0 })
  return (
    <div className="office-logo">
      <Flame width={39} height={44} />
      <span>{settings.company_name ?? ''}</span>
    </div>
  )
}
