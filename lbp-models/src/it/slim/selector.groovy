// The pom names one platform.
return System.getProperty('os.name') == 'Linux' && System.getProperty('os.arch') == 'amd64'
