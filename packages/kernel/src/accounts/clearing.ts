/**
 * The external reference of accounts that what moves in goes through where several legs stand against several: each intent leaves them empty. Reports list them only
 * while they are not.
 */
export const CLEARING_REF = 'countinghouse:clearing';
