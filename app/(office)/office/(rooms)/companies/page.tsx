import { roomMetadata } from '@/app/(office)/office/room-page'
import { CompaniesScreen } from '@/components/office/companies'

export const generateMetadata = roomMetadata('companies')

export default function Page() {
  return <CompaniesScreen />
}
