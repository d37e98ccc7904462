export { ConfirmEmailPage as default, generateMetadata } from '@/app/(site)/[locale]/(sign-in)/confirm-email-page'
