import { localeOrDefault } from '@/lib/i18n/route-names'
import type { ServerProps } from 'payload'

/** The company's flame, as on the site. */
export function Mark({ size }: { size: number }) {
  return (
    <svg aria-hidden viewBox="0 0 32 36" width={(size * 32) / 36} height={size}>
      <path
        fill="#2f7bff"
        d="M14.6.6c.9 5.6 8.7 8.3 11.3 15.1 3.2 8.5-2.2 19.1-11.6 19.7C6.7 35.9 1.5 30.6 2 24c.3-4 2.6-6.3 4.2-9.2.5 2.2 1.2 3.6 2.7 4.6C9.1 12.5 13.6 8.7 14.6.6Z"
      />
      <path fill="#8fbaff" d="M26.4 12.6c2.6 3.3 4.3 7 3.3 11.5-.7 3.3-2.5 5.9-5 7.7 3.2-5.6 3.4-12.8 1.7-19.2Z" />
      <path
        fill="#fff"
        d="M14.3 19.2c.5 3.3 4.5 4.6 4.7 8.7.1 3-2.1 5-4.7 5-2.7 0-4.8-2.1-4.7-4.9.2-3.4 3.9-5.4 4.7-8.8Z"
      />
    </svg>
  )
}

/** In the corner of every screen of the back office. */
export function CornerMark() {
  return <Mark size={22} />
}

/** Above the sign-in form: the company as the settings name it. */
export async function Logo({ payload, i18n }: ServerProps) {
  const settings = await payload.findGlobal({ slug: 'settings', locale: localeOrDefault(i18n.language), depth: 0 })
  return (
    <div className="office-logo">
      <Mark size={44} />
      <span>{settings.company_name ?? ''}</span>
    </div>
  )
}
