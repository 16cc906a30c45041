/** The first page: three cards with small boards. */
