import { layoutLocale, type LocaleLayoutProps } from '@/app/(site)/layout-locale'
import { CONTENT_ID } from '@/components/layout/page-extras'

/** Without header and footer, whose content may have failed to load. */
export default async function FailureLayout({ children, params }: LocaleLayoutProps) {
  await layoutLocale(params)
  return (
    <main id={CONTENT_ID} tabIndex={-1} className="flex flex-1 flex-col outline-none">
      {children}
    </main>
  )
}
