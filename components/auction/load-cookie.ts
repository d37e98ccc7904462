/** The cookie's code comes with the form (bid-form.tsx): once a bid has been accepted, it is there. */
export const loadCookie = () => import('@/components/auction/stored-auctions')
