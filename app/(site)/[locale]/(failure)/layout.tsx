import { layoutLocale, type LocaleLayoutProps } from '@/app/(site)/layout-locale'
import { CONTENT_ID } from '@/components/layout/page-extras'

/** No header and no footer: their content may be what is missing. */
export default async function FailureLayout({ children, params }: LocaleLayoutProps) {
  await layoutLocale(params)
  return (
    <main id={CONTENT_ID} tabIndex={-1} className="flex flex-1 flex-col outline-none">
      {children}
    </main>
  )
}
