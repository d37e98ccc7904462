export { default, generateMetadata } from '@/app/(site)/[locale]/(public)/not-found'
