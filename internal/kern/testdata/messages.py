# Writes messages.tsv: python3 messages.py in this folder, with mpmath.
from mpmath import mp, mpf, erfc, log, sqrt
mp.dps = 60
def H(x): return erfc(x/sqrt(2))/2
def F(s, a, v):
    rest = sqrt(v - 1 + s*s)
    return (log(H((a + s - 1)/rest)) - log(H((a + s + 1)/rest)))/2
out = open('messages.tsv','w')
out.write("# u = 1/2 ln[H((theta-omega+s-1)/sqrt(V-1+s^2)) / H((theta-omega+s+1)/sqrt(V-1+s^2))], mpmath 1.2, 60 digits\n")
out.write("V\ttheta-omega\ts\tu\n")
Vs = ["0.01","0.3","1.5","3","5.99","6.01","8","10","15.9","16.1","20","30","60","109","111","150","300","599","601","1000","3000","20000","1000000"]
for V in Vs:
    v = mpf(float(V))
    for z in [-9,-4,-1.5,-0.25,0,0.75,2.5,6,12]:
        a = float(mpf(z)*sqrt(v))
        for s in [-1.0,-0.96875,-0.5,0.125,0.8125,1.0]:
            if v - 1 + mpf(s)**2 <= 0: continue
            u = F(mpf(s), mpf(a), v)
            out.write("%s\t%r\t%r\t%s\n" % (V, a, s, mp.nstr(u, 20)))
out.close()
