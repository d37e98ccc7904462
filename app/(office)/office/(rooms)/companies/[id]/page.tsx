import { recordIn, type RecordPageProps, roomMetadata } from '@/app/(office)/office/room-page'
import { AccountPage } from '@/components/office/company-page'

export const generateMetadata = roomMetadata('companies')

export default async function Page({ params }: RecordPageProps) {
  const id = await recordIn(params)
  return <AccountPage key={id} id={id} />
}
